import { placeX, type Timeline, type XKind, type XRange } from "@deskrl/ui";
import type { NamedPhase } from "./phases.logic.ts";

/** What of an axis one branch covers, by its phases and by what it logged; null before either. */
export function extentOf(
  x: XKind,
  story: readonly NamedPhase[],
  series: readonly { step: number[]; at: number[] }[],
  timeline: Timeline,
  now: number,
): XRange | null {
  const places: number[] = [];
  for (const { phase } of story) {
    if (phase.startedAt === null) continue;
    const end = phase.startStep + (phase.kind === "eval" ? 0 : phase.step);
    const heard = phase.finishedAt ?? phase.progressAt;
    places.push(placeX(x, { step: phase.startStep, at: phase.startedAt.getTime() }, timeline));
    places.push(placeX(x, { step: end, at: heard?.getTime() ?? now }, timeline));
  }
  for (const { step, at } of series) {
    for (const index of [0, step.length - 1]) {
      const point = { step: step[index] ?? Number.NaN, at: at[index] ?? Number.NaN };
      if (!Number.isNaN(point.step)) places.push(placeX(x, point, timeline));
    }
  }
  return places.length === 0 ? null : [Math.min(...places), Math.max(...places)];
}

/** The steps to ask for when a stretch of an axis is looked at; what lies outside need not be sampled. */
export function stepsWithin(
  x: XKind,
  range: XRange | null,
  stories: readonly (readonly NamedPhase[])[],
  timelines: readonly Timeline[],
  now: number,
): { fromStep?: number; toStep?: number } {
  if (range === null) return {};
  if (x === "step") return { fromStep: Math.floor(range[0]) - 1, toStep: Math.ceil(range[1]) + 1 };
  // Along a clock, whole phases: within one, steps do not go by evenly.
  const steps = stories.flatMap((story, index) =>
    story.flatMap(({ phase }) => {
      if (phase.startedAt === null) return [];
      const timeline = timelines[index] ?? { startAt: 0, standstills: [] };
      const from = placeX(x, { step: 0, at: phase.startedAt.getTime() }, timeline);
      const to = placeX(x, { step: 0, at: phase.finishedAt?.getTime() ?? now }, timeline);
      const apart = to < range[0] || from > range[1];
      return apart ? [] : [phase.startStep, phase.startStep + phase.step];
    }),
  );
  return steps.length === 0 ? {} : { fromStep: Math.min(...steps) - 1, toStep: Math.max(...steps) + 1 };
}
