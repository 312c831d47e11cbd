import type { CoreContext } from "../context.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { planEnvironments } from "./plan-environments.ts";

/**
 * Asks for the desktops that workers offer and do not have yet: of those that were short of disk or memory when they
 * came and have room now. Call it on a timer.
 * @returns ids of the desktops that were asked for
 */
export async function advancePlacements(ctx: CoreContext): Promise<string[]> {
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
  return requested;
}
