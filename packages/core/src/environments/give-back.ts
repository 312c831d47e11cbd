import { type Actor, AppError, hasRole } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { environmentNotFound } from "./get-environment.ts";

/**
 * Lets the agent go on. No error when nobody drives the desktop. An admin can give back for another person.
 * @throws AppError `not_found`, `forbidden` when another person drives it
 */
export async function giveBack(ctx: CoreContext, { actor, id }: { actor: Actor; id: string }): Promise<void> {
  await commit(ctx, async ({ tx, now, emit }) => {
    await tx.$executeRaw`SELECT 1 FROM environments WHERE id = ${id} FOR UPDATE`;
    const row = await tx.environment.findUnique({
      where: { id },
      include: { episode: { select: { runId: true } } },
    });
    if (!row) throw environmentNotFound(id);
    const holder = row.controlledBy;
    if (!holder) return;
    if (holder !== actor.name && !hasRole(actor.role, "admin"))
      throw new AppError("forbidden", `${holder} drives this desktop.`, {
        where: id,
        fix: `Ask ${holder} to give it back, or let an admin do it.`,
      });
    const updated = await tx.environment.update({
      where: { id },
      data: { controlledBy: null, updatedAt: now },
    });
    await recordAudit(ctx, tx, {
      actor,
      act: "environment.give-back",
      subjectId: id,
      details: { holder },
    });
    const runId = row.episode?.runId ?? null;
    emit(
      { type: "control:given-back", subjectId: id, runId, payload: { by: actor.name, holder } },
      environmentChanged(updated, runId),
    );
  });
}
