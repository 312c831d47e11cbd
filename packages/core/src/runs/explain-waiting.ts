import { factsFromRow, specFromRow, type WorkerRow } from "@deskrl/db";
import { DEFAULT_TEMPLATE, idSchema, mayUse, type RunPlacement } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { explainTrainingWaiting } from "./explain-training-waiting.ts";
import { runNotFound } from "./get-run.ts";

export const ExplainWaitingInput = z.object({ id: idSchema("run") });

/** Why episodes of a run wait. */
export interface WaitingExplanation {
  /** Episodes that wait for a desktop; of a training run its phases that wait for a trainer. */
  waiting: number;
  /** In words, the gravest first; empty when nothing waits. */
  reasons: string[];
}

/** Says why episodes of a run are not at work: the run itself, or what its workers and their desktops lack. */
export async function explainWaiting(
  ctx: CoreContext,
  options: z.input<typeof ExplainWaitingInput>,
): Promise<WaitingExplanation> {
  const { id } = parseInput(ExplainWaitingInput, options, "question of what a run waits for");
  const { prisma } = ctx.db;
  const run = await prisma.run.findUnique({ where: { id } });
  if (!run) throw runNotFound(id);
  const isTraining = run.kind === "training";
  const [waiting, active] = await Promise.all([
    isTraining
      ? prisma.trainingJob.count({ where: { state: "queued", phase: { runId: id } } })
      : prisma.episode.count({ where: { runId: id, state: "queued" } }),
    prisma.episode.count({ where: { runId: id, state: { notIn: ["queued", "finished"] } } }),
  ]);
  if (waiting === 0) return { waiting, reasons: [] };
  if (run.state !== "running" || run.desiredState !== "running")
    return { waiting, reasons: [`The run is ${run.state}: no further episode begins.`] };
  const spec = specFromRow(run);
  if (!isTraining && active >= spec.desktops)
    return { waiting, reasons: [`The run has all ${spec.desktops} desktops that it asked for at a time.`] };
  const all = await prisma.worker.findMany({ orderBy: { name: "asc" } });
  const workers = all.filter((worker) =>
    mayUse(spec, { id: worker.id, labels: factsFromRow(worker).labels ?? [] }),
  );
  const reasons = [...ofPins(spec, workers), ...ofWorkers(workers, ctx.clock(), isTraining)];
  const able = workers.filter((worker) => whyNot(worker, ctx.clock(), isTraining) === null);
  if (isTraining) reasons.push(...(await explainTrainingWaiting(prisma, able)));
  else if (able.length > 0) {
    const ids = able.map((worker) => worker.id);
    reasons.push(...(await ofDesktops(ctx, ids, spec.template ?? DEFAULT_TEMPLATE)));
  }
  return { waiting, reasons };
}

function ofPins({ workers: ids = [], labels = [] }: RunPlacement, workers: readonly WorkerRow[]): string[] {
  if (ids.length === 0 && labels.length === 0) return workers.length === 0 ? ["No worker has joined."] : [];
  const missing = ids.filter((id) => workers.every((worker) => worker.id !== id));
  if (missing.length > 0) return [`The run is pinned to workers that are not there: ${missing.join(", ")}.`];
  if (workers.length === 0)
    return [`The run is pinned to workers with a label that none has: ${labels.join(", ")}.`];
  return [`The run is pinned to ${plural(workers.length, "worker")}.`];
}

/** Why a worker takes nothing; null when it does. */
function whyNot(worker: WorkerRow, now: Date, isTraining: boolean): string | null {
  if (now.getTime() - worker.heartbeatAt.getTime() > WORKER_LOST_AFTER_MS) return "is lost: no heartbeat";
  if (worker.desiredState !== "active") return `is ${worker.desiredState}`;
  const { engineProblem, closedFor } = factsFromRow(worker);
  // A trainer needs no engine: it plays on desktops of its own.
  return ((isTraining ? null : engineProblem) ?? closedFor)?.message ?? null;
}

function ofWorkers(workers: readonly WorkerRow[], now: Date, isTraining: boolean): string[] {
  return workers.flatMap((worker) => {
    const why = whyNot(worker, now, isTraining);
    if (why === null) return [];
    return [/^is /.test(why) ? `Worker ${worker.name} ${why}.` : `Worker ${worker.name}: ${why}`];
  });
}

interface DesktopCount {
  state: string;
  template: string;
  held: "episode" | "person" | "nobody";
  runName: string | null;
  reason: string | null;
  count: number;
}

async function ofDesktops(ctx: CoreContext, workerIds: string[], template: string): Promise<string[]> {
  const every = await ctx.db.prisma.$queryRaw<DesktopCount[]>`
    SELECT environment.state, environment.template,
      CASE WHEN environment.episode_id IS NOT NULL THEN 'episode'
        WHEN environment.controlled_by IS NOT NULL THEN 'person' ELSE 'nobody' END AS held,
      run.name AS "runName", max(environment.state_reason) AS reason, count(*)::int AS count
    FROM environments environment
    LEFT JOIN episodes episode ON episode.id = environment.episode_id
    LEFT JOIN runs run ON run.id = episode.run_id
    WHERE environment.worker_id = ANY(${workerIds}) AND environment.desired_state = 'running'
      AND environment.state <> 'stopped'
    GROUP BY 1, 2, 3, 4 ORDER BY count DESC`;
  const rows = every.filter((row) => row.template === template);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) {
    const others = every.reduce((sum, { count }) => sum + count, 0);
    return [
      others === 0
        ? "The workers that can work offer no desktops."
        : `No ${template} desktop is there yet: ${plural(others, "desktop")} of other templates hold the room until their episodes end.`,
    ];
  }
  const sum = (fits: (row: DesktopCount) => boolean) =>
    rows.filter(fits).reduce((count, row) => count + row.count, 0);
  const free = sum(({ state, held }) => state === "ready" && held === "nobody");
  if (free > 0) return [`${plural(free, "desktop")} free: the next turn gives them out by priority.`];
  const reasons: string[] = [];
  const busy = rows.filter(({ held }) => held === "episode");
  if (busy.length > 0) {
    const shares = busy.map(({ count, runName }) => `${count} for ${runName ?? "a run that is gone"}`);
    reasons.push(
      `${sum(({ held }) => held === "episode")} of ${plural(total, "desktop")} at work: ${shares.join(", ")}.`,
    );
  }
  const driven = sum(({ held }) => held === "person");
  if (driven > 0) reasons.push(`${plural(driven, "desktop")} driven by a person.`);
  const coming = sum(
    ({ state, held }) => held === "nobody" && ["requested", "starting", "resetting"].includes(state),
  );
  if (coming > 0) reasons.push(`${plural(coming, "desktop")} being made ready.`);
  const failed = rows.filter(({ state, held }) => state === "failed" && held === "nobody");
  const broken = failed.reduce((count, row) => count + row.count, 0);
  if (broken > 0)
    reasons.push(`${plural(broken, "desktop")} broken: ${failed[0]?.reason ?? "no reason known"}`);
  return reasons;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
