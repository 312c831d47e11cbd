import { createPauseGate, type InvalidEpisodeError } from "@deskrl/agent";
import { AppError } from "@deskrl/domain";
import type { EpisodeKey } from "../journal/journal-name.ts";

/** An episode that this worker carries out now, and the ways to influence it. */
export interface RunningEpisode extends EpisodeKey {
  readonly environmentId: string;
  readonly pauseGate: ReturnType<typeof createPauseGate>;
  readonly signal: AbortSignal;
  /** It ends invalid, and that is recorded. */
  interrupt(error: InvalidEpisodeError): void;
  /** Its lease was lost: it stops at once and records nothing more. */
  fence(): void;
  /** Settles when nothing of it runs any more. */
  done: Promise<void>;
}

export function createRunningEpisode(key: EpisodeKey & { environmentId: string }): RunningEpisode {
  const end = new AbortController();
  return {
    ...key,
    pauseGate: createPauseGate(),
    signal: end.signal,
    interrupt: (error) => end.abort(error),
    fence: () =>
      end.abort(
        new AppError("fenced", `The lease on ${key.episodeId} at epoch ${key.epoch} was lost.`, {
          where: key.environmentId,
        }),
      ),
    done: Promise.resolve(),
  };
}
