import { type EpisodeResult, idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged, episodeChanged, stepRecorded } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { type ExtendedJournal, extendJournals } from "./extend-journals.ts";
import { finalResult } from "./final-result.ts";
import { type FoldedJournal, foldJournal } from "./fold-journal.ts";
import { insertScreenRecordings } from "./insert-screen-recordings.ts";
import { insertSteps } from "./insert-steps.ts";
import { type JournalRow, lockJournals } from "./lock-journals.ts";
import { JournalEntry, type ReadEntry, type RejectedEntry, readJournal } from "./read-journal.ts";
import { releaseEnvironments } from "./release-environments.ts";
import { rewardSteps, stepReward } from "./reward-steps.ts";
import { trackProgress } from "./track-progress.ts";

export const IngestJournalInput = z.object({ workerId: idSchema("worker"), entries: z.array(JournalEntry) });
export type IngestJournalInput = z.input<typeof IngestJournalInput>;

export interface IngestJournalResult {
  /** For each episode named, the number of entries from the start that are stored durably. */
  stored: Record<string, number>;
  /** Entries that can never be stored; the worker sets them aside and says so. */
  rejected: RejectedEntry[];
}

function refuseAll(
  entries: readonly ReadEntry[],
  code: RejectedEntry["code"],
  message: string,
): RejectedEntry[] {
  return entries.map(({ episodeId, index }) => ({ episodeId, index, code, message }));
}

function refuseClash({ step, entryIndex }: FoldedJournal["steps"][number]): RejectedEntry {
  return {
    episodeId: step.episodeId,
    index: entryIndex,
    code: "conflict",
    message: `The action ${step.actionId} is already recorded as another step.`,
  };
}

/** An episode's part of a delivery: the row as it was, what follows it, and the verdict where that ends it. */
interface Delivered {
  row: JournalRow;
  folded: FoldedJournal;
  result: EpisodeResult | null;
}

function deliver(row: JournalRow, entries: readonly ReadEntry[]): Delivered {
  const folded = foldJournal(row, entries);
  if (!folded.finish) return { row, folded, result: null };
  const result = finalResult(row, folded.finish.result);
  // Steps that come together with the verdict are written once, with their reward.
  const steps = folded.steps.map(({ step, entryIndex }) => ({
    entryIndex,
    step: result.verdict === "invalid" ? step : { ...step, reward: stepReward(result, step) },
  }));
  return { row, folded: { ...folded, steps }, result };
}

function extend({ row, folded, result }: Delivered, added: number, now: Date): ExtendedJournal {
  const steps = folded.steps.map(({ step }) => step);
  const after = {
    ...row,
    journalLength: folded.length,
    stepCount: row.stepCount + added,
    state: folded.finish ? "finished" : folded.state,
    ...trackProgress(row, steps, now),
    ...(result ? { verdict: result.verdict, score: result.score, cause: result.cause } : {}),
  };
  return { after, finish: folded.finish && result ? { ...folded.finish, result } : null };
}

/**
 * Stores what workers recorded: the hot path. One transaction and a handful of statements for a whole batch of any
 * number of episodes. Delivering again changes nothing and gives the same answer. Only the part without a gap is
 * stored; the answer says how far that is. Steps of an episode that has ended otherwise (its worker was thought lost)
 * are kept as history, but a verdict is written once, by the holder of the lease, and never changed.
 */
export async function ingestJournal(
  ctx: CoreContext,
  options: IngestJournalInput,
): Promise<IngestJournalResult> {
  const { workerId, entries } = parseInput(IngestJournalInput, options, "journal");
  if (entries.length === 0) return { stored: {}, rejected: [] };
  const journal = readJournal(entries);
  return commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    const result: IngestJournalResult = { stored: {}, rejected: [] };
    const rows = await lockJournals(tx, [...journal.keys()]);
    const work: Delivered[] = [];
    for (const [episodeId, read] of journal) {
      const row = rows.get(episodeId);
      if (!row) result.rejected.push(...refuseAll(read, "not_found", `There is no episode ${episodeId}.`));
      else if (row.leaseOwner !== workerId)
        result.rejected.push(...refuseAll(read, "fenced", `${episodeId} is not leased to ${workerId}.`));
      else work.push(deliver(row, read));
    }
    const taken = work.flatMap(({ folded }) => folded.steps);
    const { added, clashing } = await insertSteps(
      tx,
      taken.map(({ step }) => step),
    );
    result.rejected.push(...taken.filter(({ step }) => clashing.has(step)).map(refuseClash));
    await insertScreenRecordings(
      tx,
      work.flatMap(({ folded }) => folded.recordings),
    );
    const extended: ExtendedJournal[] = [];
    for (const delivered of work) {
      const { row, folded } = delivered;
      result.stored[row.id] = folded.length;
      result.rejected.push(...folded.rejected);
      if (folded.length === row.journalLength) continue;
      const journal = extend(delivered, added.get(row.id) ?? 0, now);
      extended.push(journal);
      const last = folded.steps.at(-1);
      if (last) emit(stepRecorded(journal.after, last.step));
      if (row.state !== journal.after.state) emit(episodeChanged(journal.after));
    }
    await extendJournals(tx, extended);
    const ended = extended.flatMap(({ after, finish }) => (finish ? [after] : []));
    const ids = ended.map((row) => row.id);
    await rewardSteps(tx, ids);
    emit(...(await releaseEnvironments(tx, { episodeIds: ids, now })).map((row) => environmentChanged(row)));
    await emitRunsChanged(
      unit,
      ended.map((row) => row.runId),
    );
    return result;
  });
}
