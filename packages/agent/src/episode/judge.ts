import { EpisodeResult } from "@deskrl/domain";
import type { EvaluateInput, Evaluator } from "@deskrl/tasks";
import { InvalidEpisodeError } from "./invalid-episode-error.ts";
import { untilAborted } from "./until-aborted.ts";

/** Even an episode that is late gets this long to be judged. */
const MIN_JUDGING_MS = 10_000;

/**
 * Asks the evaluator, within what is left of the episode's time.
 * @throws InvalidEpisodeError `evaluator_error` when it fails, hangs or answers with what is no result
 */
export async function judge(options: {
  evaluator: Evaluator;
  /** What the evaluator is given, apart from its signal. */
  input: Omit<EvaluateInput, "signal">;
  /** Milliseconds left of the episode. */
  leftMs: number;
  signal: AbortSignal;
}): Promise<EpisodeResult> {
  const { evaluator, input, signal } = options;
  const limitMs = Math.max(MIN_JUDGING_MS, Math.ceil(options.leftMs));
  const timeUp = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, timeUp]);
  try {
    const work = evaluator.evaluate({ ...input, signal: either });
    const result = EpisodeResult.safeParse(await untilAborted(work, either));
    // An evaluator that was cut short answers something all the same; whoever cut it says why.
    either.throwIfAborted();
    if (result.success) return result.data;
    throw new InvalidEpisodeError(
      "evaluator_error",
      `The evaluator's answer is no result: ${result.error.message}`,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (timeUp.aborted) {
      const message = `Judging did not end within ${Math.round(limitMs / 1000)} s. Give the task more time or look at its evaluator.`;
      throw new InvalidEpisodeError("evaluator_error", message, { cause: error });
    }
    throw InvalidEpisodeError.from(error, "evaluator_error");
  }
}
