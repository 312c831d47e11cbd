import type { EpisodeRow } from "@deskrl/db";
import {
  canTransition,
  EPISODE_TRANSITIONS,
  type EpisodeResult,
  EpisodeState,
  parsePictureRef,
} from "@deskrl/domain";
import type { ReadEntry, ReadStep, RejectedEntry } from "./read-journal.ts";

/** What an episode's new entries amount to. */
export interface FoldedJournal {
  /** Entries stored from the start, without gaps, once this is written. */
  length: number;
  state: EpisodeState;
  steps: { step: ReadStep; entryIndex: number }[];
  /** What pictures are drawn from, by the index of their step. */
  recordings: { episodeId: string; index: number; recording: string }[];
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
    recordings: [],
    finish: null,
    rejected: [],
  };
  const open = folded.state !== "finished";
  const reject = (entry: ReadEntry, code: RejectedEntry["code"], message: string) =>
    folded.rejected.push({ episodeId: row.id, index: entry.index, code, message });
  const keep = (picture: string | null, recording: string | undefined) => {
    const named = picture === null ? null : parsePictureRef(picture);
    if (recording === undefined || named?.episodeId !== row.id) return;
    folded.recordings.push({ ...named, recording });
  };
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
    else if (record.kind === "step") {
      folded.steps.push({ step: record.step, entryIndex: entry.index });
      keep(record.step.screenshot, record.recording);
    } else if (!open || folded.finish) continue;
    else if (record.kind === "finished") {
      folded.finish = record;
      keep(record.finalScreenshot, record.recording);
    } else if (canTransition(EPISODE_TRANSITIONS, folded.state, record.state)) folded.state = record.state;
  }
  return folded;
}
