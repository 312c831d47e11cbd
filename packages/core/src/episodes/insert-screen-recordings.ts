import type { Transaction } from "@deskrl/db";
import { toJsonParameter } from "@deskrl/db";

/** Stores what pictures are drawn from, in one statement. What is there already is left as it is. */
export async function insertScreenRecordings(
  tx: Transaction,
  recordings: readonly { episodeId: string; index: number; recording: string }[],
): Promise<void> {
  if (recordings.length === 0) return;
  const rows = recordings.map(({ episodeId, index, recording }) => ({
    episode_id: episodeId,
    index,
    recording,
  }));
  await tx.$executeRaw`
    INSERT INTO screen_recordings (episode_id, index, recording)
    SELECT episode_id, index, recording
    FROM json_to_recordset(${toJsonParameter(rows)}::json) AS row (episode_id text, index int, recording text)
    ON CONFLICT DO NOTHING`;
}
