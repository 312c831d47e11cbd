import type { Actor, WorkerDesiredState } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { planEnvironments } from "../environments/plan-environments.ts";
import { workerChanged } from "../events/builders.ts";
import { workerNotFound } from "./worker-not-found.ts";

const ACTS = { active: "worker.uncordon", cordoned: "worker.cordon", drained: "worker.drain" } as const;

/**
 * Says what is wanted of a worker. Cordoned, it is given nothing new and keeps what it has; drained, its desktops are
 * stopped too, each once its episode has ended; active, it works again. No error when it is wanted so already.
 * @throws AppError `not_found`
 */
export async function setWorkerState(
  ctx: CoreContext,
  options: { actor: Actor; id: string; state: WorkerDesiredState },
): Promise<void> {
  const { actor, id, state } = options;
  const changed = await commit(ctx, async ({ tx, emit }) => {
    const [row] = await tx.worker.updateManyAndReturn({
      where: { id, desiredState: { not: state } },
      data: { desiredState: state },
    });
    if (!row) {
      if (await tx.worker.findUnique({ where: { id }, select: { id: true } })) return false;
      throw workerNotFound(id);
    }
    await recordAudit(ctx, tx, { actor, act: ACTS[state], subjectId: id, details: { name: row.name } });
    emit(workerChanged(row));
    return true;
  });
  if (changed) await planEnvironments(ctx, { workerId: id });
}
