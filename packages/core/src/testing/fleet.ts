import type { EpisodeRow } from "@deskrl/db";
import type { EpisodeResult } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";
import {
  buildStep,
  createEnvironment,
  createRunRow,
  createSuite,
  createWorker,
  type RunOverrides,
} from "@deskrl/testing/factories";
import type { CoreContext } from "../context.ts";
import { assignEpisodes } from "../episodes/assign-episodes.ts";
import type { JournalEntry } from "../episodes/read-journal.ts";
import { advanceRuns } from "../runs/advance-runs.ts";

export const LEASE_TTL_MS = 15_000;
export const ACTOR = { id: "usr_tester", name: "tester", role: "operator" } as const;
export const SUCCESS: EpisodeResult = { verdict: "succeeded", score: 1, cause: null, reason: "A1 is 7." };
export const FAILURE: EpisodeResult = {
  verdict: "failed",
  score: 0,
  cause: "evaluator_rejected",
  reason: "A1 is empty.",
};

/** A worker with ready desktops and a running run, its episodes opened and as many as fit assigned. */
export async function createFleet(
  ctx: CoreContext,
  options: { desktops?: number; tasks?: number; spec?: RunOverrides["spec"] } = {},
) {
  const { desktops = 1, tasks = 1 } = options;
  const worker = await createWorker(ctx, { desktops });
  const environments = [];
  for (let index = 0; index < desktops; index += 1)
    environments.push(await createEnvironment(ctx, { workerId: worker.id }));
  const suite = await createSuite(ctx, { tasks });
  const run = await createRunRow(ctx, suite, { spec: { desktops, ...options.spec } });
  await advanceRuns(ctx);
  const assigned = await assignEpisodes(ctx, { leaseTtlMs: LEASE_TTL_MS });
  const episodes = await readEpisodes(ctx, run.id);
  return { worker, environments, suite, run, assigned, episodes };
}

/** Removes what tests of the same file left, so that one does not schedule another's episodes. */
export async function clearFleet(ctx: CoreContext): Promise<void> {
  await ctx.db.prisma.$executeRaw`
    TRUNCATE workers, environments, templates, task_suites, tasks, runs, episodes, steps, events, audit_log CASCADE`;
}

export function readEpisodes(ctx: CoreContext, runId: string): Promise<EpisodeRow[]> {
  return ctx.db.prisma.episode.findMany({
    where: { runId },
    orderBy: [{ position: "asc" }, { attempt: "asc" }],
  });
}

/** The journal of a whole episode as it comes off the wire: plain JSON. */
export function buildJournal(
  episodeId: string,
  options: { steps?: number; epoch?: number; result?: EpisodeResult | null; from?: number } = {},
): JournalEntry[] {
  const { steps = 3, epoch = 1, result = SUCCESS } = options;
  const at = new Date("2026-01-01T12:00:01.000Z");
  const records: JournalRecord[] = [
    { kind: "state", state: "resetting", at },
    { kind: "state", state: "acting", at },
    ...Array.from({ length: steps }, (_, index): JournalRecord => {
      return { kind: "step", step: buildStep({ episodeId, index }) };
    }),
    { kind: "state", state: "judging", at },
    ...(result ? [{ kind: "finished", result, finalScreenshot: null, at } as const] : []),
  ];
  return records.map((record, index) => ({
    episodeId,
    epoch,
    index,
    record: JSON.parse(JSON.stringify(record)),
  }));
}
