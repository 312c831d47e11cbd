import type { ActionOutcome } from "@deskrl/domain";

/** What is worth seeing on the scrubber: an error, text that could not be parsed, an action that changed nothing. */
export type StepMark = "error" | "malformed" | "no-change" | null;

export interface MarkableStep {
  outcome: ActionOutcome;
  formatOk: boolean;
  screenshot: string | null;
  /** A call that only waits or answers changes nothing by design. */
  quiet: boolean;
}

/**
 * The mark of each step. `no-change` compares the picture before the action with the one before the next, so the
 * last step gets it only when the picture after the end is known.
 */
export function stepMarks(steps: readonly MarkableStep[], finalScreenshot: string | null): StepMark[] {
  return steps.map((step, index) => {
    if (!step.formatOk) return "malformed";
    if (step.outcome !== "ok") return "error";
    const after = index + 1 < steps.length ? (steps[index + 1]?.screenshot ?? null) : finalScreenshot;
    const unchanged = step.screenshot !== null && step.screenshot === after;
    return unchanged && !step.quiet ? "no-change" : null;
  });
}

/** The step under a point of the scrubber, for a pointer at `x` of `width` pixels. */
export function stepAt(x: number, width: number, count: number): number {
  if (count <= 1 || width <= 0) return 0;
  return Math.max(0, Math.min(count - 1, Math.floor((x / width) * count)));
}

/** The next or previous marked step, or null when there is none that way. */
export function nextMarked(marks: readonly StepMark[], from: number, direction: 1 | -1): number | null {
  for (let at = from + direction; at >= 0 && at < marks.length; at += direction) {
    if (marks[at]) return at;
  }
  return null;
}
