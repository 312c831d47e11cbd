import {
  type Band,
  formatDuration,
  mergeStandstills,
  type PhaseBand,
  placeX,
  type Seam,
  type Timeline,
  type XKind,
} from "@deskrl/ui";
import type { MetricAnswer } from "../../lib/api/types.ts";
import type { NamedPhase } from "./phases.logic.ts";

type Pauses = readonly MetricAnswer["pauses"][number][];
type Resumes = readonly MetricAnswer["resumes"][number][];

/** When a branch was at work: its pauses, and the waits between its phases, are standstills. */
export function timelineOfStory(
  story: readonly NamedPhase[],
  pauses: Pauses,
  options: { startAt: number; now: number },
): Timeline {
  const ids = new Set(story.map(({ phase }) => phase.id));
  const spans = pauses
    .filter((pause) => ids.has(pause.phaseId))
    .map(({ fromAt, toAt }) => ({ fromAt: fromAt.getTime(), toAt: toAt?.getTime() ?? options.now }));
  for (const [index, { phase }] of story.entries()) {
    const ended = phase.finishedAt?.getTime();
    const next = story[index + 1]?.phase.startedAt?.getTime();
    if (ended !== undefined && next !== undefined) spans.push({ fromAt: ended, toAt: next });
  }
  return { startAt: options.startAt, standstills: mergeStandstills(spans) };
}

/** Where each phase of a story lies along an axis. An evaluation has no width in steps. */
export function bandsOf(
  story: readonly NamedPhase[],
  xKind: XKind,
  timeline: Timeline,
  now: number,
): PhaseBand[] {
  return story.flatMap(({ phase, name, hue }) => {
    if (phase.startedAt === null) return [];
    const last = phase.kind === "eval" ? phase.startStep : phase.startStep + phase.step;
    const from = { step: phase.startStep, at: phase.startedAt.getTime() };
    const to = { step: last, at: phase.finishedAt?.getTime() ?? now };
    const band = { from: placeX(xKind, from, timeline), to: placeX(xKind, to, timeline) };
    return band.to > band.from ? [{ key: phase.id, label: name, hue, ...band }] : [];
  });
}

/** Pauses as they lie along a clock; along steps and active time they have no width. */
export function pauseBandsOf(
  story: readonly NamedPhase[],
  pauses: Pauses,
  xKind: XKind,
  timeline: Timeline,
  now: number,
): Band[] {
  if (xKind === "step" || xKind === "active") return [];
  const ids = new Set(story.map(({ phase }) => phase.id));
  return pauses
    .filter((pause) => ids.has(pause.phaseId))
    .map(({ phaseId, fromAt, toAt, fromStep }) => {
      const begin = fromAt.getTime();
      const end = toAt?.getTime() ?? now;
      return {
        key: `${phaseId} ${begin}`,
        from: placeX(xKind, { step: fromStep, at: begin }, timeline),
        to: placeX(xKind, { step: fromStep, at: end }, timeline),
        label: `paused ${formatDuration(end - begin)} at step ${fromStep}`,
      };
    });
}

/** Where training went on after an interruption. */
export function seamsOf(
  story: readonly NamedPhase[],
  resumes: Resumes,
  xKind: XKind,
  timeline: Timeline,
): Seam[] {
  const ids = new Set(story.map(({ phase }) => phase.id));
  return resumes
    .filter((resume) => ids.has(resume.phaseId))
    .map((resume) => ({
      key: `${resume.phaseId} ${resume.at.getTime()}`,
      x: placeX(xKind, { step: resume.step, at: resume.at.getTime() }, timeline),
      label: `resumed at step ${resume.step}, attempt ${resume.attempt}`,
    }));
}

/** The phase that a step of a branch belongs to; a step on a border belongs to the phase that made it. */
export function phaseAtStep(story: readonly NamedPhase[], step: number): NamedPhase | null {
  const trained = story.filter(({ phase }) => phase.kind !== "eval" && phase.startedAt !== null);
  return (
    trained.find(({ phase }) => step > phase.startStep && step <= phase.startStep + phase.step) ??
    trained.findLast(({ phase }) => step >= phase.startStep) ??
    null
  );
}

/**
 * The windows of iterations behind a stretch of steps, as the list of trajectories filters by them. Iterations count
 * from 0 within their phase, so the first step of a phase is made by its iteration 0.
 */
export function windowsOf(story: readonly NamedPhase[], [from, to]: readonly [number, number]): string[] {
  return story.flatMap(({ phase }) => {
    if (phase.kind === "eval" || phase.step === 0) return [];
    const first = Math.max(Math.ceil(from), phase.startStep + 1) - phase.startStep - 1;
    const last = Math.min(Math.floor(to), phase.startStep + phase.step) - phase.startStep - 1;
    return first <= last ? [`${phase.id}:${first}-${last}`] : [];
  });
}
