import type { Transaction } from "@deskrl/db";
import { type Actor, AppError } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { environmentNotFound } from "./get-environment.ts";

/** Locks the desktop and the episode on it, the episode first: the order that all writers keep. */
async function lockWithEpisode(tx: Transaction, id: string) {
  const known = await tx.environment.findUnique({ where: { id }, select: { episodeId: true } });
  if (!known) throw environmentNotFound(id);
  if (known.episodeId) await tx.$executeRaw`SELECT 1 FROM episodes WHERE id = ${known.episodeId} FOR UPDATE`;
  await tx.$executeRaw`SELECT 1 FROM environments WHERE id = ${id} FOR UPDATE`;
  const row = await tx.environment.findUnique({ where: { id }, include: { episode: true } });
  if (!row) throw environmentNotFound(id);
  return row;
}

/**
 * Gives a person the mouse and keyboard of a desktop; the agent pauses until `giveBack`. An episode on it is marked:
 * whatever its evaluator says, its verdict will be `invalid` with cause `human_intervention`, since its outcome is no
 * longer the policy's.
 * @throws AppError `not_found`, `conflict` when it is not up or another person drives it
 */
export async function takeControl(
  ctx: CoreContext,
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  await commit(ctx, async ({ tx, now, emit }) => {
    const row = await lockWithEpisode(tx, id);
    if (row.controlledBy === actor.name) return;
    if (row.controlledBy)
      throw new AppError("conflict", `${row.controlledBy} drives this desktop.`, {
        where: id,
        fix: `Ask ${row.controlledBy} to give it back, or let an admin do it.`,
      });
    if (row.state !== "ready" && row.state !== "leased")
      throw new AppError("conflict", `This desktop is ${row.state}, so there is nothing to control.`, {
        where: id,
        fix: "Wait until it is ready.",
      });
    const updated = await tx.environment.update({
      where: { id },
      data: { controlledBy: actor.name, updatedAt: now },
    });
    if (row.episode && row.episode.state !== "finished" && !row.episode.interventionAt)
      await tx.episode.update({ where: { id: row.episode.id }, data: { interventionAt: now } });
    await recordAudit(ctx, tx, {
      actor,
      act: "environment.take-control",
      subjectId: id,
      details: { episodeId: row.episodeId },
    });
    const runId = row.episode?.runId ?? null;
    emit(
      { type: "control:taken", subjectId: id, runId, payload: { by: actor.name, episodeId: row.episodeId } },
      environmentChanged(updated, runId),
    );
  });
}
