import { type Stuckness, type StuckSign, stuckness } from "@deskrl/domain";
import type { WallRow } from "@deskrl/protocol";
import { environmentLook, type Look, shortSpan } from "@deskrl/ui";

/** How a desktop of the wall shows: what cannot be trusted or waits for a person comes before what the agent does. */
export function rowLook(row: WallRow): Look {
  if (row.workerLost && row.state !== "failed")
    return { hue: "invalid", glyph: "unplug", word: "Worker lost" };
  const look = environmentLook({ ...row, episodeState: row.episode?.state ?? null });
  if (row.heldBy !== null && row.controlledBy === null && row.episode)
    return { hue: "paused", glyph: "pause", word: `Paused by ${row.heldBy}` };
  return look;
}

/** How stuck the agent on a desktop looks. `nowMs` is of the server's clock. */
export function rowStuckness(row: WallRow, nowMs: number): Stuckness {
  const { episode } = row;
  if (!episode) return { score: 0, sign: null };
  return stuckness({
    acting: episode.state === "acting" && row.controlledBy === null && row.heldBy === null,
    nowMs,
    heardAtMs: episode.lastStepAtMs ?? episode.startedAtMs ?? row.changedAtMs,
    stillSinceMs: episode.stillSinceMs,
    sameActions: episode.sameActions,
  });
}

/** The sign in a few words, for a tile. */
export function stuckWords(row: WallRow, sign: StuckSign, nowMs: number): string {
  const { episode } = row;
  switch (sign) {
    case "silent":
      return `silent ${shortSpan(nowMs - (episode?.lastStepAtMs ?? episode?.startedAtMs ?? nowMs))}`;
    case "still":
      return `no change ${shortSpan(nowMs - (episode?.stillSinceMs ?? nowMs))}`;
    case "repeating":
      return `same action ×${episode?.sameActions ?? 0}`;
  }
}
