import type { EpisodeRow, Transaction } from "@deskrl/db";
import type { Step } from "@deskrl/domain";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged, episodeChanged, stepRecorded } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { finalResult } from "./final-result.ts";
import { type FoldedJournal, foldJournal } from "./fold-journal.ts";
import { insertSteps } from "./insert-steps.ts";
import { JournalEntry, type ReadEntry, type RejectedEntry, readJournal } from "./read-journal.ts";
import { releaseEnvironments } from "./release-environments.ts";
import { rewardSteps } from "./reward-steps.ts";
import { trackProgress } from "./track-progress.ts";

export const IngestJournalInput = z.object({ workerId: idSchema("worker"), entries: z.array(JournalEntry) });
export type IngestJournalInput = z.input<typeof IngestJournalInput>;

export interface IngestJournalResult {
  /** For each episode named, the number of entries from the start that are stored durably. */
  stored: Record<string, number>;
  /** Entries that can never be stored; the worker sets them aside and says so. */
  rejected: RejectedEntry[];
}

async function lockEpisodes(tx: Transaction, ids: string[]): Promise<Map<string, EpisodeRow>> {
  await tx.$executeRaw`SELECT 1 FROM episodes WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`;
  const rows = await tx.episode.findMany({ where: { id: { in: ids } } });
  return new Map(rows.map((row) => [row.id, row]));
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

async function updateEpisode(
  { tx, now }: UnitOfWork,
  options: { row: EpisodeRow; folded: FoldedJournal; added: number },
): Promise<EpisodeRow> {
  const { row, folded, added } = options;
  const { finish } = folded;
  return tx.episode.update({
    where: { id: row.id },
    data: {
      journalLength: folded.length,
      stepCount: { increment: added },
      state: finish ? "finished" : folded.state,
      ...trackProgress(
        row,
        folded.steps.map(({ step }) => step),
        now,
      ),
      ...(finish
        ? {
            ...finalResult(row, finish.result),
            finalScreenshot: finish.finalScreenshot,
            finishedAt: finish.at,
            leaseExpiresAt: null,
          }
        : {}),
    },
  });
}

function emitEpisode(
  { emit }: UnitOfWork,
  options: { before: EpisodeRow; after: EpisodeRow; lastStep: Step | undefined },
): void {
  const { before, after, lastStep } = options;
  if (lastStep) emit(stepRecorded(after, lastStep));
  if (before.state !== after.state) emit(episodeChanged(after));
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
    const rows = await lockEpisodes(tx, [...journal.keys()]);
    const work: { row: EpisodeRow; folded: FoldedJournal }[] = [];
    for (const [episodeId, read] of journal) {
      const row = rows.get(episodeId);
      if (!row) result.rejected.push(...refuseAll(read, "not_found", `There is no episode ${episodeId}.`));
      else if (row.leaseOwner !== workerId)
        result.rejected.push(...refuseAll(read, "fenced", `${episodeId} is not leased to ${workerId}.`));
      else work.push({ row, folded: foldJournal(row, read) });
    }
    const taken = work.flatMap(({ folded }) => folded.steps);
    const { added, clashing } = await insertSteps(
      tx,
      taken.map(({ step }) => step),
    );
    result.rejected.push(...taken.filter(({ step }) => clashing.has(step)).map(refuseClash));
    const finished: EpisodeRow[] = [];
    for (const { row, folded } of work) {
      result.stored[row.id] = folded.length;
      result.rejected.push(...folded.rejected);
      if (folded.length === row.journalLength) continue;
      const after = await updateEpisode(unit, { row, folded, added: added.get(row.id) ?? 0 });
      emitEpisode(unit, { before: row, after, lastStep: folded.steps.at(-1)?.step });
      if (folded.finish) finished.push(after);
    }
    const ids = finished.map((row) => row.id);
    await rewardSteps(tx, ids);
    emit(...(await releaseEnvironments(tx, { episodeIds: ids, now })).map((row) => environmentChanged(row)));
    await emitRunsChanged(
      unit,
      finished.map((row) => row.runId),
    );
    return result;
  });
}
