import type { Phase } from "@deskrl/domain";
import { expect, it } from "vitest";
import type { NamedPhase } from "./phases.logic.ts";
import { bandsOf, pauseBandsOf, phaseAtStep, timelineOfStory, windowsOf } from "./timeline.logic.ts";

const named = (
  id: string,
  kind: Phase["kind"],
  startStep: number,
  step: number,
  from: number,
  to: number | null,
) =>
  ({
    name: id,
    hue: kind,
    phase: {
      id,
      kind,
      startStep,
      step,
      startedAt: new Date(from),
      finishedAt: to === null ? null : new Date(to),
    },
  }) as NamedPhase;

const story = [
  named("ph_bc", "bc", 0, 6, 1000, 2000),
  named("ph_rl", "rl", 6, 100, 5000, 9000),
  named("ph_ev", "eval", 106, 3, 9000, 9500),
  named("ph_en", "entropulse", 106, 4, 9500, null),
];
const pauses = [
  {
    runId: "run_1",
    branchId: "br_1",
    phaseId: "ph_rl",
    fromAt: new Date(6000),
    toAt: new Date(7000),
    fromStep: 40,
  },
];
const timeline = timelineOfStory(story, pauses, { startAt: 1000, now: 12_000 });

it("counts pauses and the waits between phases as standstills", () => {
  expect(timeline.standstills).toEqual([
    { fromAt: 2000, toAt: 5000 },
    { fromAt: 6000, toAt: 7000 },
  ]);
});

it("gives an evaluation a band along the clock and none along the steps", () => {
  expect(bandsOf(story, "step", timeline, 12_000).map(({ key, from, to }) => [key, from, to])).toEqual([
    ["ph_bc", 0, 6],
    ["ph_rl", 6, 106],
    ["ph_en", 106, 110],
  ]);
  expect(bandsOf(story, "clock", timeline, 12_000).map(({ key }) => key)).toContain("ph_ev");
});

it("shows a pause along the clock, and a pause that lasts up to now", () => {
  expect(pauseBandsOf(story, pauses, "step", timeline, 12_000)).toEqual([]);
  expect(pauseBandsOf(story, pauses, "time", timeline, 12_000)[0]).toMatchObject({ from: 5000, to: 6000 });
  const lasting = pauses.map((pause) => ({ ...pause, toAt: null }));
  expect(pauseBandsOf(story, lasting, "clock", timeline, 12_000)[0]).toMatchObject({ to: 12_000 });
});

it("finds the phase that made a step", () => {
  expect(phaseAtStep(story, 6)?.name).toBe("ph_bc");
  expect(phaseAtStep(story, 7)?.name).toBe("ph_rl");
  expect(phaseAtStep(story, 110)?.name).toBe("ph_en");
});

it("turns a stretch of a curve into the iterations that made it, across phases", () => {
  expect(windowsOf(story, [3.2, 8])).toEqual(["ph_bc:3-5", "ph_rl:0-1"]);
  expect(windowsOf(story, [7, 7])).toEqual(["ph_rl:0-0"]);
  expect(windowsOf(story, [500, 600])).toEqual([]);
});
