import { idSchema } from "@deskrl/domain";
import { z } from "zod";

/** Which episode a journal is of, and under which lease it was written. */
export interface EpisodeKey {
  episodeId: string;
  epoch: bigint;
}

const Name = z.tuple([idSchema("episode"), z.coerce.bigint().nonnegative()]);

/** `ep_abc@3.jsonl`. */
export function journalName({ episodeId, epoch }: EpisodeKey): string {
  return `${episodeId}@${epoch}.jsonl`;
}

/** Null for a file that is no journal. */
export function parseJournalName(name: string): EpisodeKey | null {
  if (!name.endsWith(".jsonl")) return null;
  const parsed = Name.safeParse(name.slice(0, -".jsonl".length).split("@"));
  return parsed.success ? { episodeId: parsed.data[0], epoch: parsed.data[1] } : null;
}
