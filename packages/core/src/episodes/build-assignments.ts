import {
  definitionFromRow,
  type EpisodeRow,
  filesFromRow,
  solutionFromRow,
  specFromRow,
  type TaskRow,
} from "@deskrl/db";
import { AppError, PolicyName } from "@deskrl/domain";
import type { EpisodeAssignment } from "@deskrl/protocol";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { invalidateEpisodes } from "./invalidate-episodes.ts";

export interface AssignedEpisode {
  episodeId: string;
  epoch: number;
  workerId: string;
  environmentId: string;
  runId: string;
  queuedAt: Date;
  assignment: EpisodeAssignment;
}

/** Set-up and judging, and each step at its slowest. */
const DEADLINE_BASE_MS = 180_000;
const DEADLINE_STEP_MS = 20_000;

async function readFiles(ctx: CoreContext, task: TaskRow): Promise<EpisodeAssignment["files"]> {
  return Promise.all(
    filesFromRow(task).map(async ({ name, hash }) => ({
      name,
      base64: Buffer.from(await ctx.blobs.get(hash)).toString("base64"),
    })),
  );
}

async function build(
  ctx: CoreContext,
  row: EpisodeRow,
  { task, seed, policy, paceMs }: { task: TaskRow; seed: number; policy: PolicyName; paceMs: number },
): Promise<EpisodeAssignment> {
  return {
    task: definitionFromRow(task),
    files: await readFiles(ctx, task),
    policy,
    policyVersion: row.policyVersion,
    // The answer leaves the control plane for the oracle only.
    solution: policy === "oracle" ? solutionFromRow(task) : null,
    maxSteps: row.maxSteps,
    paceMs,
    runId: row.runId,
    deadlineMs: DEADLINE_BASE_MS + row.maxSteps * (DEADLINE_STEP_MS + paceMs),
    // An attempt that the machinery broke is drawn again as it was.
    seed: seed + row.position,
  };
}

/**
 * All that workers need for the episodes just leased to them. An episode whose task or input files cannot be read ends
 * as `invalid` instead, with what was wrong; the others go on.
 */
export async function buildAssignments(ctx: CoreContext, rows: EpisodeRow[]): Promise<AssignedEpisode[]> {
  if (rows.length === 0) return [];
  const [runs, tasks] = await Promise.all([
    ctx.db.prisma.run.findMany({ where: { id: { in: rows.map((row) => row.runId) } } }),
    ctx.db.prisma.task.findMany({ where: { id: { in: rows.map((row) => row.taskId) } } }),
  ]);
  const assigned: AssignedEpisode[] = [];
  for (const row of rows) {
    const run = runs.find((candidate) => candidate.id === row.runId);
    const task = tasks.find((candidate) => candidate.id === row.taskId);
    if (!run || !task || !row.workerId || !row.environmentId) continue;
    try {
      const { seed, paceMs, policy: name } = specFromRow(run);
      const policy = PolicyName.parse(name);
      const assignment = await build(ctx, row, { task, seed, policy, paceMs });
      const { id: episodeId, leaseEpoch: epoch, workerId, environmentId, runId, queuedAt } = row;
      assigned.push({ episodeId, epoch, workerId, environmentId, runId, queuedAt, assignment });
    } catch (error) {
      const cause = AppError.from(error).code === "internal" ? "internal" : "task_malformed";
      const reason = `The task's definition or input files cannot be read: ${AppError.from(error).describe()}`;
      await commit(ctx, (unit) => invalidateEpisodes(unit, { ids: [row.id], cause, reason }));
    }
  }
  return assigned;
}
