import type { EpisodeRow } from "../../lib/api/types.ts";

/** What a tile of the wall needs of an episode. */
export type WallEpisode = Pick<EpisodeRow, "id" | "taskKey" | "stepCount">;

/** One tile: an episode, and how far its redrawing has come. */
export interface WallTile<Episode extends WallEpisode = WallEpisode> {
  episode: Episode;
  /** Picture that is shown: before the action of that index, or the end after the last. */
  index: number;
  /** Turns that the end has been shown. */
  ended: number;
  /** Played before on this wall: nothing newer has come since. */
  again: boolean;
}

/** Turns that the end of an episode stays to be looked at. */
export const END_TURNS = 3;
/** Episodes that were shown and are not shown again while there are others. */
const REMEMBERED = 200;

export interface Wall<Episode extends WallEpisode = WallEpisode> {
  tiles: readonly WallTile<Episode>[];
  /** Ids shown lately, the newest last. */
  seen: readonly string[];
}

export const EMPTY_WALL: Wall<never> = { tiles: [], seen: [] };

/** Where the picture of a tile is. The name is one of the control plane for a screen that it draws. */
export function frameOf({ episode, index }: WallTile): string {
  return `/api/blobs/${episode.id}.${index}?width=480`;
}

/**
 * One turn of the wall. A tile goes on by one step once its picture is on the screen, stays at the end for some turns,
 * and then takes the newest episode that is not shown and was not shown lately, of a task that no other tile shows
 * where there is one. With nothing newer it plays an episode again, and says so.
 * @param newest of the run, newest first
 * @param drawn whether a tile's picture has arrived; a slow server makes a slow wall and no queue of requests
 */
export function turn<Episode extends WallEpisode>(
  wall: Wall<Episode>,
  { newest, size, drawn }: { newest: readonly Episode[]; size: number; drawn: (tile: number) => boolean },
): Wall<Episode> {
  const playable = newest.filter(({ stepCount }) => stepCount > 0);
  const tiles = wall.tiles.slice(0, size);
  let seen = wall.seen;
  for (let place = 0; place < size; place += 1) {
    const tile = tiles[place];
    if (tile && !drawn(place)) continue;
    const next = tile && goOn(tile);
    if (next) {
      tiles[place] = next;
      continue;
    }
    const others = tiles.filter((_, other) => other !== place);
    const taken = take(playable, others, seen);
    if (!taken) continue;
    tiles[place] = { ...taken, index: 0, ended: 0 };
    seen = [...seen.filter((id) => id !== taken.episode.id), taken.episode.id].slice(-REMEMBERED);
  }
  return { tiles, seen };
}

/** The next moment of an episode; null when its end has been shown long enough. */
function goOn<Episode extends WallEpisode>(tile: WallTile<Episode>): WallTile<Episode> | null {
  if (tile.index < tile.episode.stepCount) return { ...tile, index: tile.index + 1 };
  return tile.ended < END_TURNS ? { ...tile, ended: tile.ended + 1 } : null;
}

function take<Episode extends WallEpisode>(
  newest: readonly Episode[],
  others: readonly WallTile<Episode>[],
  seen: readonly string[],
): { episode: Episode; again: boolean } | null {
  const free = newest.filter(({ id }) => !others.some(({ episode }) => episode.id === id));
  const fresh = free.filter(({ id }) => !seen.includes(id));
  const another = (list: readonly Episode[]) =>
    list.find(({ taskKey }) => !others.some(({ episode }) => episode.taskKey === taskKey)) ?? list[0];
  const episode = another(fresh);
  if (episode) return { episode, again: false };
  // Those whose turn is longest ago come first.
  const oldest = [...free].sort((a, b) => seen.indexOf(a.id) - seen.indexOf(b.id));
  const repeated = another(oldest);
  return repeated ? { episode: repeated, again: true } : null;
}
