import { environmentFromRow, type Prisma, type Transaction, workerFromRow } from "@deskrl/db";
import { Environment, EpisodeState, idSchema, WorkerState } from "@deskrl/domain";
import { z } from "zod";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";

/** A desktop as the fleet shows it: with its worker and what is being done on it. */
export const EnvironmentView = Environment.extend({
  workerName: z.string(),
  /** The state shown is only as good as the worker that reported it. */
  workerState: WorkerState,
  episode: z
    .object({
      id: idSchema("episode"),
      runId: idSchema("run"),
      runName: z.string(),
      taskKey: z.string(),
      domain: z.string(),
      instruction: z.string(),
      state: EpisodeState,
      stepCount: z.number().int(),
      maxSteps: z.number().int(),
      lastAction: z.string().nullable(),
      policy: z.string(),
    })
    .nullable(),
});
export type EnvironmentView = z.infer<typeof EnvironmentView>;

export const environmentInclude = {
  worker: true,
  episode: { include: { run: { select: { name: true } }, task: { select: { instruction: true } } } },
} satisfies Prisma.EnvironmentInclude;
type Row = Prisma.EnvironmentGetPayload<{ include: typeof environmentInclude }>;

async function lastActions(tx: Transaction, episodeIds: string[]): Promise<Map<string, string>> {
  if (episodeIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; code: string }[]>`
    SELECT episode.id, step.code
    FROM unnest(${episodeIds}::text[]) AS episode (id)
    CROSS JOIN LATERAL (
      SELECT left(code, 500) AS code FROM steps WHERE episode_id = episode.id ORDER BY index DESC LIMIT 1
    ) step`;
  return new Map(rows.map((row) => [row.id, row.code]));
}

/** Views of rows, with one extra query for the last action of each. */
export async function environmentViews(tx: Transaction, rows: Row[], now: Date): Promise<EnvironmentView[]> {
  const actions = await lastActions(
    tx,
    rows.flatMap((row) => row.episodeId ?? []),
  );
  return rows.map((row) => {
    const { episode } = row;
    return {
      ...environmentFromRow(row),
      workerName: row.worker.name,
      workerState: workerFromRow(row.worker, { now, lostAfterMs: WORKER_LOST_AFTER_MS }).state,
      episode: episode && {
        id: episode.id,
        runId: episode.runId,
        runName: episode.run.name,
        taskKey: episode.taskKey,
        domain: episode.domain,
        instruction: episode.task.instruction,
        state: EpisodeState.parse(episode.state),
        stepCount: episode.stepCount,
        maxSteps: episode.maxSteps,
        lastAction: actions.get(episode.id) ?? null,
        policy: episode.policy,
      },
    };
  });
}
