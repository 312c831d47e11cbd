import type { EpisodeState } from "@deskrl/domain";

/** States in which a worker holds the episode. */
export const ACTIVE_STATES = [
  "resetting",
  "acting",
  "paused",
  "judging",
] as const satisfies readonly EpisodeState[];
