import { type Actor, AppError } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { environmentNotFound } from "./get-environment.ts";

/**
 * Asks for a new desktop behind this id. An episode on it ends as invalid, since its desktop goes.
 * @throws AppError `not_found`, `conflict` when the desktop is to be removed
 */
export async function recycleEnvironment(
  ctx: CoreContext,
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  await commit(ctx, async ({ tx, now, emit }) => {
    const [row] = await tx.environment.updateManyAndReturn({
      where: { id, desiredState: "running", state: { not: "stopped" } },
      data: { recycleCount: { increment: 1 }, controlledBy: null, updatedAt: now },
    });
    if (!row) {
      if (!(await tx.environment.findUnique({ where: { id } }))) throw environmentNotFound(id);
      throw new AppError("conflict", `The environment ${id} is being removed.`, {
        where: "recycle",
        fix: "Choose another desktop; this one is not replaced.",
      });
    }
    await recordAudit(ctx, tx, { actor, act: "environment.recycle", subjectId: id });
    emit(environmentChanged(row));
  });
}
