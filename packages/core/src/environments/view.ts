import { environmentFromRow, type Prisma, workerFromRow } from "@deskrl/db";
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
      /** Who asked the agent to wait. */
      heldBy: z.string().nullable(),
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

/** Views of rows. */
export function environmentViews(rows: readonly Row[], now: Date): EnvironmentView[] {
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
        lastAction: episode.lastAction,
        heldBy: episode.heldBy,
        policy: episode.policy,
      },
    };
  });
}
