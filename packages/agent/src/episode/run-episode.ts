import type { Desktop } from "@deskrl/desktops";
import { AppError, type EpisodeResult, type InvalidCause, newId } from "@deskrl/domain";
import type { EpisodeAssignment } from "@deskrl/protocol";
import { setUpCause, type TrajectoryDigest } from "@deskrl/tasks";
import { type Picture, takePicture } from "../observation/take-picture.ts";
import { storable } from "../text.ts";
import { actLoop } from "./act-loop.ts";
import { createEpisodeClock, type EpisodeClock } from "./episode-clock.ts";
import { InvalidEpisodeError } from "./invalid-episode-error.ts";
import { judge } from "./judge.ts";
import { isFenced } from "./record-step.ts";
import type { EpisodeContext, RunEpisodeOptions } from "./types.ts";
import { untilAborted } from "./until-aborted.ts";

const FINAL_SCREENSHOT_MS = 3_000;

/** Where an episode stands, for what is still to do when it breaks off. */
interface Progress {
  phase: string;
  /** Cause of a failure in this phase that tells none itself. */
  fallback: InvalidCause;
  /** Set once there is something to take a last picture of. */
  desktop: Desktop | null;
}

/**
 * One attempt of a policy at a task: reset, set-up, steps, judgement, each recorded before the next begins. Whatever the
 * machinery breaks ends it `invalid` with its cause; only a judged trajectory has a score.
 * @returns the result as recorded; null when the episode was fenced, since then it is another's to record
 * @throws when even the end of the episode could not be recorded
 */
export async function runEpisode(options: RunEpisodeOptions): Promise<EpisodeResult | null> {
  const progress: Progress = {
    phase: "resetting the desktop",
    fallback: "environment_reset_failed",
    desktop: null,
  };
  let steps = 0;
  const context: EpisodeContext = {
    coordinateSpace: "native",
    clock: () => new Date(),
    newId,
    now: () => performance.now(),
    ...options,
    onStep: (timed) => {
      steps += 1;
      options.onStep?.(timed);
    },
  };
  let last: Picture | null = null;
  let result: EpisodeResult;
  try {
    const clock = createEpisodeClock(context.assignment.deadlineMs, context.now);
    const desktop = await prepare(options, context, { clock, progress });
    Object.assign(progress, { phase: "acting", fallback: "internal", desktop } satisfies Progress);
    await context.record({ kind: "state", state: "acting", at: context.clock() });
    const trajectory = await actLoop(context, desktop, clock);
    last = await lastPicture(context, desktop, steps);
    Object.assign(progress, {
      phase: "judging",
      fallback: "evaluator_error",
      desktop: null,
    } satisfies Progress);
    result = await judged(options, context, { clock, desktop, trajectory });
  } catch (error) {
    if (isFenced(context.signal)) return null;
    const reason: unknown = context.signal.aborted ? context.signal.reason : error;
    const { invalidCause, message } = InvalidEpisodeError.from(reason, progress.fallback);
    const where = `While ${progress.phase} in ${context.environmentId}: `;
    result = { verdict: "invalid", score: null, cause: invalidCause, reason: `${where}${message}` };
    if (progress.desktop && !PICTURELESS.has(invalidCause)) {
      last = await lastPicture(context, progress.desktop, steps);
    }
  }
  if (isFenced(context.signal)) return null;
  await context.record({
    kind: "finished",
    result: storable(result),
    finalScreenshot: last?.name ?? null,
    recording: last?.recording,
    at: context.clock(),
  });
  return result;
}

async function prepare(
  { provider, setUp, assignment, environmentId }: RunEpisodeOptions,
  context: EpisodeContext,
  { clock, progress }: { clock: EpisodeClock; progress: Progress },
): Promise<Desktop> {
  await context.record({ kind: "state", state: "resetting", at: context.clock() });
  const timeUp = AbortSignal.timeout(Math.ceil(clock.leftForActing()));
  const signal = AbortSignal.any([context.signal, timeUp]);
  try {
    const desktop = await untilAborted(provider.reset(environmentId, { signal }), signal);
    Object.assign(progress, { phase: "setting up the task", fallback: "setup_failed" });
    const files = filesOf(assignment);
    await untilAborted(setUp({ task: assignment.task, files, desktop, signal }), signal);
    return desktop;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!timeUp.aborted) throw atCause(error, progress);
    const message = `${progress.phase} did not end within the episode's ${assignment.deadlineMs / 1000} s`;
    throw new InvalidEpisodeError(progress.fallback, message, { cause: error });
  }
}

function filesOf({ files }: EpisodeAssignment) {
  return files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
}

/** Set-up has its own table of which faults keep their name. */
function atCause(error: unknown, { fallback }: Progress): unknown {
  if (fallback !== "setup_failed" || !(error instanceof AppError)) return error;
  return new InvalidEpisodeError(setUpCause(error), error.describe(), { cause: error });
}

async function judged(
  { evaluator, assignment }: RunEpisodeOptions,
  context: EpisodeContext,
  { clock, desktop, trajectory }: { clock: EpisodeClock; desktop: Desktop; trajectory: TrajectoryDigest },
): Promise<EpisodeResult> {
  await context.record({ kind: "state", state: "judging", at: context.clock() });
  const input = { task: assignment.task, files: filesOf(assignment), desktop, trajectory };
  return judge({ evaluator, input, leftMs: clock.left(), signal: context.signal });
}

/** Causes after which the desktop has no picture to give. */
const PICTURELESS: ReadonlySet<InvalidCause> = new Set<InvalidCause>([
  "environment_lost",
  "engine_unavailable",
  "engine_timeout",
  "guest_unreachable",
  "guest_timeout",
  "screenshot_missing",
  "disk_full",
]);

/** For the reviewer only: an episode is not worth less without it. */
async function lastPicture(
  { pictures, episodeId }: Pick<EpisodeContext, "pictures" | "episodeId">,
  desktop: Desktop,
  index: number,
): Promise<Picture | null> {
  const signal = AbortSignal.timeout(FINAL_SCREENSHOT_MS);
  try {
    const taken = takePicture({ desktop, pictures, episodeId, index, wantsPixels: false, signal });
    return await untilAborted(taken, signal);
  } catch {
    return null;
  }
}
