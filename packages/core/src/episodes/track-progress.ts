import { createHash } from "node:crypto";
import type { EpisodeRow } from "@deskrl/db";
import type { Step } from "@deskrl/domain";
import type { ReadStep } from "./read-journal.ts";

/** What shows whether an episode gets on. */
export type Progress = Pick<
  EpisodeRow,
  "lastStepAt" | "lastAction" | "sameActions" | "viewDigest" | "stillSince"
>;

/** As much of an action as is compared and shown. */
const ACTION_LENGTH = 500;

/**
 * What the agent saw, as one short text: the picture's hash where pictures are kept, else a digest of windows,
 * elements and the application's own account, which is all that a simulated desktop draws its picture from.
 */
export function viewDigest({ observation }: Pick<Step, "observation">): string {
  const { screenshot, windows, appInfo, accessibility } = observation;
  // A picture that is drawn again on demand has a name of its own in each step, which says nothing of what it shows.
  if (screenshot && !screenshot.startsWith("ep_")) return screenshot;
  return createHash("sha1")
    .update(JSON.stringify([windows, appInfo, accessibility]))
    .digest("hex");
}

/**
 * Follows how an episode gets on, for the signs of being stuck. Times are those of arrival, since clocks of machines
 * differ. Nothing to write when no step came.
 */
export function trackProgress(
  before: Progress,
  steps: readonly Pick<ReadStep, "code" | "view">[],
  now: Date,
): Partial<Progress> {
  if (steps.length === 0) return {};
  let { lastAction, sameActions, viewDigest: seen, stillSince } = before;
  for (const step of steps) {
    const action = step.code.slice(0, ACTION_LENGTH);
    sameActions = action === lastAction ? sameActions + 1 : 1;
    lastAction = action;
    if (step.view !== seen || stillSince === null) stillSince = now;
    seen = step.view;
  }
  return { lastStepAt: now, lastAction, sameActions, viewDigest: seen, stillSince };
}
