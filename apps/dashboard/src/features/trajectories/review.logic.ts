import type { StepRow } from "../../lib/api/types.ts";

/** Calls that change nothing on the screen by design. */
const QUIET = new Set(["wait", "exit", "quote"]);

export function isQuiet(step: Pick<StepRow, "call">): boolean {
  return step.call?.tool === "Agent" && QUIET.has(step.call.method);
}

/** The step to show for what an address says: within bounds, the first when it says nothing. */
export function clampStep(wanted: number | null, count: number): number {
  if (wanted === null || count === 0) return 0;
  return Math.max(0, Math.min(count - 1, wanted - 1));
}

/** The picture after a step: the one before the next, or the last of all when the episode has ended. */
export function pictureAfter(
  steps: readonly StepRow[],
  index: number,
  finalScreenshot: string | null,
): string | null {
  const next = steps[index + 1];
  if (next) return next.observation.screenshot;
  return index === steps.length - 1 ? finalScreenshot : null;
}

/** Pictures worth having before they are asked for: the neighbours, the likeliest first. */
export function neighbours(
  steps: readonly StepRow[],
  index: number,
  finalScreenshot: string | null,
): string[] {
  const near = [index + 1, index + 2, index - 1, index + 3].map(
    (at) => steps[at]?.observation.screenshot ?? null,
  );
  const hashes = [...near, index >= steps.length - 2 ? finalScreenshot : null];
  return [...new Set(hashes.filter((hash) => hash !== null))];
}
