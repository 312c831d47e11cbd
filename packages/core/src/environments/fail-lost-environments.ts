import { ENVIRONMENT_TRANSITIONS, sourcesOf } from "@deskrl/domain";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";

/** Longer than a worker is lost, so that a short break of a connection changes nothing. */
const GRACE_MS = 30_000;

export interface FailLostEnvironmentsOptions {
  /** Age of a worker's heartbeat from which its desktops are given up. @default 30000 */
  graceMs?: number | undefined;
}

/**
 * Marks the desktops of workers that are gone as failed, so that no count calls ready what nobody can reach. A worker
 * that comes back reports them anew. Call it on a timer, like `reapExpiredLeases`.
 * @returns ids of the desktops it marked
 */
export async function failLostEnvironments(
  ctx: CoreContext,
  { graceMs = GRACE_MS }: FailLostEnvironmentsOptions = {},
): Promise<string[]> {
  return commit(ctx, async ({ tx, now, emit }) => {
    const rows = await tx.environment.updateManyAndReturn({
      where: {
        state: { in: sourcesOf(ENVIRONMENT_TRANSITIONS, "failed") },
        worker: { heartbeatAt: { lt: new Date(now.getTime() - graceMs) } },
      },
      data: {
        state: "failed",
        stateReason: "Its worker is not connected; what became of the desktop is not known.",
        stateCause: "worker_unavailable",
        controlledBy: null,
        updatedAt: now,
      },
    });
    emit(...rows.map((row) => environmentChanged(row)));
    return rows.map((row) => row.id);
  });
}
