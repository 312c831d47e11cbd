import type { EnvironmentState, EpisodeState, ProviderName, Verdict } from "@deskrl/domain";
import type { WallRow } from "@deskrl/protocol";
import type { CoreContext } from "../context.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";

interface Row {
  id: string;
  workerId: string;
  workerName: string;
  heartbeatAt: Date;
  state: EnvironmentState;
  provider: ProviderName;
  stateReason: string | null;
  controlledBy: string | null;
  updatedAt: Date;
  createdAt: Date;
  lastVerdict: Verdict | null;
  lastScore: number | null;
  episodeId: string | null;
  episodeState: EpisodeState;
  heldBy: string | null;
  runId: string;
  runName: string;
  policy: string;
  taskId: string;
  taskKey: string;
  domain: string;
  instruction: string;
  stepCount: number;
  maxSteps: number;
  startedAt: Date | null;
  lastStepAt: Date | null;
  stillSince: Date | null;
  sameActions: number;
}

export interface ReadWallOptions {
  /** Only these; all that are not stopped when absent. */
  ids?: readonly string[] | undefined;
}

export interface Wall {
  rows: WallRow[];
  at: Date;
}

/** As much of a reason as a wall has room for. */
const REASON_LENGTH = 200;
const INSTRUCTION_LENGTH = 400;

/**
 * The fleet as a wall shows it, oldest first: one query, however many desktops there are. Desktops that are gone are not
 * in it, also when they are asked for by id.
 */
export async function readWall(ctx: CoreContext, options: ReadWallOptions = {}): Promise<Wall> {
  const ids = options.ids ? [...options.ids] : null;
  const at = ctx.clock();
  const rows = await ctx.db.prisma.$queryRaw<Row[]>`
    SELECT environment.id, environment.worker_id AS "workerId", worker.name AS "workerName",
      worker.heartbeat_at AS "heartbeatAt", environment.state, environment.provider,
      left(environment.state_reason, ${REASON_LENGTH}::int) AS "stateReason",
      environment.controlled_by AS "controlledBy", environment.updated_at AS "updatedAt",
      environment.created_at AS "createdAt", environment.last_verdict AS "lastVerdict",
      environment.last_score AS "lastScore", episode.id AS "episodeId", episode.state AS "episodeState",
      episode.held_by AS "heldBy", run.id AS "runId", run.name AS "runName", episode.policy,
      task.id AS "taskId", episode.task_key AS "taskKey", episode.domain,
      left(task.instruction, ${INSTRUCTION_LENGTH}::int) AS instruction,
      episode.step_count AS "stepCount", episode.max_steps AS "maxSteps", episode.started_at AS "startedAt",
      episode.last_step_at AS "lastStepAt", episode.still_since AS "stillSince",
      episode.same_actions AS "sameActions"
    FROM environments environment
    JOIN workers worker ON worker.id = environment.worker_id
    LEFT JOIN episodes episode ON episode.id = environment.episode_id
    LEFT JOIN runs run ON run.id = episode.run_id
    LEFT JOIN tasks task ON task.id = episode.task_id
    WHERE environment.state <> 'stopped' AND (${ids}::text[] IS NULL OR environment.id = ANY(${ids}::text[]))
    ORDER BY environment.created_at, environment.id`;
  return { at, rows: rows.map((row) => toWallRow(row, at)) };
}

function toWallRow(row: Row, at: Date): WallRow {
  const ms = (date: Date | null) => date?.getTime() ?? null;
  return {
    id: row.id,
    workerId: row.workerId,
    workerName: row.workerName,
    workerLost: at.getTime() - row.heartbeatAt.getTime() > WORKER_LOST_AFTER_MS,
    state: row.state,
    provider: row.provider,
    stateReason: row.stateReason,
    controlledBy: row.controlledBy,
    heldBy: row.heldBy,
    changedAtMs: row.updatedAt.getTime(),
    createdAtMs: row.createdAt.getTime(),
    lastVerdict: row.lastVerdict,
    lastScore: row.lastScore,
    episode:
      row.episodeId === null
        ? null
        : {
            id: row.episodeId,
            state: row.episodeState,
            runId: row.runId,
            runName: row.runName,
            policy: row.policy,
            taskId: row.taskId,
            taskKey: row.taskKey,
            domain: row.domain,
            instruction: row.instruction,
            stepCount: row.stepCount,
            maxSteps: row.maxSteps,
            startedAtMs: ms(row.startedAt),
            lastStepAtMs: ms(row.lastStepAt),
            stillSinceMs: ms(row.stillSince),
            sameActions: row.sameActions,
          },
  };
}
