import type { EpisodeRow } from "@deskrl/db";
import { canTransition, EPISODE_TRANSITIONS, type EpisodeResult, EpisodeState } from "@deskrl/domain";
import type { ReadEntry, ReadStep, RejectedEntry } from "./read-journal.ts";

/** What an episode's new entries amount to. */
export interface FoldedJournal {
  /** Entries stored from the start, without gaps, once this is written. */
  length: number;
  state: EpisodeState;
  steps: { step: ReadStep; entryIndex: number }[];
  finish: { result: EpisodeResult; finalScreenshot: string | null; at: Date } | null;
  rejected: RejectedEntry[];
}

type Lease = Pick<EpisodeRow, "id" | "state" | "journalLength" | "leaseEpoch">;

/**
 * Takes the entries that follow what is stored, up to the first gap. An entry that can never be read is set aside and
 * counted as delivered, or everything behind it would wait for ever. Of an episode that has ended, steps are still
 * taken, as history; states and verdicts are not.
 */
export function foldJournal(row: Lease, entries: readonly ReadEntry[]): FoldedJournal {
  const folded: FoldedJournal = {
    length: row.journalLength,
    state: EpisodeState.parse(row.state),
    steps: [],
    finish: null,
    rejected: [],
  };
  const open = folded.state !== "finished";
  const reject = (entry: ReadEntry, code: RejectedEntry["code"], message: string) =>
    folded.rejected.push({ episodeId: row.id, index: entry.index, code, message });
  for (const entry of entries) {
    if (entry.epoch !== row.leaseEpoch) {
      reject(entry, "fenced", `Epoch ${entry.epoch} of ${row.id} is over; it is at ${row.leaseEpoch}.`);
      continue;
    }
    if (entry.index < folded.length) continue;
    if (entry.index > folded.length) break;
    folded.length += 1;
    const { record } = entry;
    if (record === null) reject(entry, "invalid_input", entry.problem);
    else if (record.kind === "step") folded.steps.push({ step: record.step, entryIndex: entry.index });
    else if (!open || folded.finish) continue;
    else if (record.kind === "finished") folded.finish = record;
    else if (canTransition(EPISODE_TRANSITIONS, folded.state, record.state)) folded.state = record.state;
  }
  return folded;
}
