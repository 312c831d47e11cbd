import type { Transaction } from "@deskrl/db";
import { ProviderName } from "@deskrl/domain";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { type FleetPlan, planFleet } from "../placement/plan-fleet.ts";
import { readFleet } from "../placement/read-fleet.ts";
import { readTemplates, specOf } from "../placement/read-templates.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { newEnvironment } from "./new-environment.ts";
import { planEnvironments } from "./plan-environments.ts";

export interface Placements {
  /** Ids of desktops that were asked for. */
  requested: string[];
  /** Ids of desktops that are to stop; why stands on each. */
  stopping: string[];
}

/**
 * Brings the fleet to what is wanted of it: desktops that episodes wait for, those that templates keep ready, and no idle
 * ones beyond that. As long as nobody changed a template that is all that workers offer. Call it on a timer.
 */
export async function advancePlacements(ctx: CoreContext): Promise<Placements> {
  const plain = (await ctx.db.prisma.template.count()) === 0;
  if (plain && !(await planIsUnderWay(ctx))) return fillWorkers(ctx);
  const { start, stop, leave, stay } = planFleet(await readFleet(ctx.db.prisma, ctx.clock()));
  if (start.length + stop.length + leave.length + stay.length === 0) return { requested: [], stopping: [] };
  return commit(ctx, async ({ tx, now, emit }) => {
    // Planned again behind the locks: a worker may have changed since, or another plan have been made.
    await tx.$executeRaw`SELECT 1 FROM workers ORDER BY id FOR UPDATE`;
    const plan = planFleet(await readFleet(tx, now));
    await tx.environment.updateMany({ where: { id: { in: plan.leave } }, data: { leaving: true } });
    await tx.environment.updateMany({ where: { id: { in: plan.stay } }, data: { leaving: false } });
    const stopped = await stopAll(tx, plan.stop, now);
    const started = await startAll(ctx, tx, { start: plan.start, now });
    emit(...[...stopped, ...started].map((row) => environmentChanged(row)));
    return { requested: started.map(({ id }) => id), stopping: stopped.map(({ id }) => id) };
  });
}

/** Desktops of templates that were removed, or such that were to give their place to one. */
async function planIsUnderWay(ctx: CoreContext): Promise<boolean> {
  const names = await readTemplates(ctx.db.prisma);
  const others = await ctx.db.prisma.environment.findFirst({
    where: {
      OR: [{ template: { notIn: names.map(({ name }) => name) } }, { leaving: true }],
      desiredState: "running",
      state: { not: "stopped" },
    },
    select: { id: true },
  });
  return others !== null;
}

/** Asks for the desktops that workers offer and do not have: of those that were short of disk or memory, say. */
async function fillWorkers(ctx: CoreContext): Promise<Placements> {
  const freshSince = new Date(ctx.clock().getTime() - WORKER_LOST_AFTER_MS);
  const short = await ctx.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT worker.id FROM workers worker
    WHERE worker.desired_state = 'active' AND worker.heartbeat_at >= ${freshSince}::timestamptz
      AND worker.facts->'closedFor' IS NULL
      AND worker.desktops > (SELECT count(*) FROM environments environment
        WHERE environment.worker_id = worker.id AND environment.desired_state = 'running'
          AND environment.state <> 'stopped')
    ORDER BY worker.id`;
  const requested: string[] = [];
  for (const { id } of short) requested.push(...(await planEnvironments(ctx, { workerId: id })).requested);
  return { requested, stopping: [] };
}

/** An episode or a person may have taken one since: what is held stays. */
async function stopAll(tx: Transaction, stop: FleetPlan["stop"], now: Date) {
  const stopped = [];
  for (const { id, reason } of stop)
    stopped.push(
      ...(await tx.environment.updateManyAndReturn({
        where: { id, desiredState: "running", episodeId: null, controlledBy: null },
        data: { desiredState: "stopped", stateReason: reason, updatedAt: now },
      })),
    );
  return stopped;
}

async function startAll(
  ctx: CoreContext,
  tx: Transaction,
  { start, now }: { start: FleetPlan["start"]; now: Date },
) {
  if (start.length === 0) return [];
  const templates = new Map((await readTemplates(tx)).map((template) => [template.name, template]));
  const workers = await tx.$queryRaw<{ id: string; provider: string }[]>`
    SELECT id, facts->>'provider' AS provider FROM workers`;
  const providers = new Map(workers.map(({ id, provider }) => [id, ProviderName.parse(provider)]));
  return tx.environment.createManyAndReturn({
    data: start.flatMap(({ workerId, template: name }) => {
      const [template, provider] = [templates.get(name), providers.get(workerId)];
      return template && provider
        ? [newEnvironment(ctx, { workerId, spec: specOf(template, provider), now })]
        : [];
    }),
  });
}
