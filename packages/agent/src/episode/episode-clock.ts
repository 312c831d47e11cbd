/** Kept back for judging, so that an agent that uses up its time is judged all the same. */
const MAX_JUDGING_MS = 60_000;
const JUDGING_SHARE = 0.2;

/** Time of one episode. What a person holds it for does not count. */
export interface EpisodeClock {
  /** Milliseconds left of the whole episode, judging included; never below 0. */
  left(): number;
  /** Milliseconds left for set-up and acting. */
  leftForActing(): number;
  /** Runs `hold` off the clock. */
  excluding(hold: () => Promise<void>): Promise<void>;
}

/** @param now milliseconds of a clock that never goes back */
export function createEpisodeClock(deadlineMs: number, now: () => number): EpisodeClock {
  const reserveMs = Math.min(MAX_JUDGING_MS, deadlineMs * JUDGING_SHARE);
  let endsAt = now() + deadlineMs;
  return {
    left: () => Math.max(0, endsAt - now()),
    leftForActing: () => Math.max(0, endsAt - reserveMs - now()),
    excluding: async (hold) => {
      const start = now();
      try {
        await hold();
      } finally {
        endsAt += now() - start;
      }
    },
  };
}
