import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { EpisodeFilters } from "./filters.ts";
import { scanEpisodes, scanSteps } from "./scan-episodes.ts";

/** First line of every export, so that a reader knows what follows. */
export const TRAJECTORY_SCHEMA = { schema: "deskrl.trajectories", version: 1 } as const;

/**
 * Trajectories as JSON lines: a header, then for each episode one line `{kind: "episode", …}` and one line
 * `{kind: "step", …}` per step. Pictures are named by their hash. Each string ends with a line feed.
 */
export async function* exportEpisodesJsonl(
  ctx: CoreContext,
  options: EpisodeFilters = {},
): AsyncIterable<string> {
  const filters = parseInput(EpisodeFilters, options, "export");
  yield `${JSON.stringify(TRAJECTORY_SCHEMA)}\n`;
  for await (const episode of scanEpisodes(ctx, { filters })) {
    yield `${JSON.stringify({ kind: "episode", ...episode })}\n`;
    for await (const step of scanSteps(ctx, episode.id))
      yield `${JSON.stringify({ kind: "step", ...step })}\n`;
  }
}
