import { type StoredStep, toStoredStep } from "@deskrl/db";
import { type ErrorCode, idSchema } from "@deskrl/domain";
import { JournalRecord } from "@deskrl/protocol";
import { z } from "zod";
import { viewDigest } from "./track-progress.ts";

/** One line of a worker's journal as it arrives; `record` is parsed here, since nothing vouches for it. */
export const JournalEntry = z.object({
  episodeId: idSchema("episode"),
  epoch: z.number().int().nonnegative(),
  /** Position in the episode's journal, from 0, without gaps. */
  index: z.number().int().nonnegative(),
  record: z.unknown(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export interface RejectedEntry {
  episodeId: string;
  index: number;
  code: ErrorCode;
  message: string;
}

/** A step that was read, with a short text for what the agent saw. */
export type ReadStep = StoredStep & { view: string };

export type ReadRecord =
  | Exclude<JournalRecord, { kind: "step" }>
  | { kind: "step"; step: ReadStep; recording: string | undefined };

/** An entry with its record, or with the reason why it has none. */
export type ReadEntry = Omit<JournalEntry, "record"> &
  ({ record: ReadRecord; problem: null } | { record: null; problem: string });

function readRecord(entry: JournalEntry): ReadEntry {
  const { record: raw, ...position } = entry;
  const parsed = JournalRecord.safeParse(raw);
  if (!parsed.success) return { ...position, record: null, problem: z.prettifyError(parsed.error) };
  const record = parsed.data;
  if (record.kind === "step" && record.step.episodeId !== entry.episodeId)
    return { ...position, record: null, problem: `The step is one of ${record.step.episodeId}.` };
  if (record.kind !== "step") return { ...position, record, problem: null };
  // Only the text of an observation outlives this: many deliveries wait for the database at a time, and objects of
  // thousands of parts that are carried along meanwhile are what the collection of garbage spends its time on.
  const step = { ...toStoredStep(record.step), view: viewDigest(record.step) };
  return { ...position, record: { kind: "step", step, recording: record.recording }, problem: null };
}

/** Entries per episode in the order of its journal; a repeated index keeps its first. */
export function readJournal(entries: readonly JournalEntry[]): Map<string, ReadEntry[]> {
  const byEpisode = new Map<string, Map<number, JournalEntry>>();
  for (const entry of entries) {
    const known = byEpisode.get(entry.episodeId) ?? new Map<number, JournalEntry>();
    if (!known.has(entry.index)) known.set(entry.index, entry);
    byEpisode.set(entry.episodeId, known);
  }
  return new Map(
    [...byEpisode].map(([episodeId, known]) => [
      episodeId,
      [...known.values()].sort((a, b) => a.index - b.index).map(readRecord),
    ]),
  );
}
