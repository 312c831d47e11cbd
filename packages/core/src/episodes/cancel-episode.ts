import type { Actor } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { episodeChanged } from "../events/builders.ts";
import { episodeNotFound } from "./get-episode.ts";
import { invalidateEpisodes } from "./invalidate-episodes.ts";

/**
 * Ends an episode on a person's wish: a queued one at once, one in flight as soon as its worker has stopped. No error
 * when it has ended already.
 * @throws AppError `not_found`
 */
export async function cancelEpisode(
  ctx: CoreContext,
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  await commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    await tx.$executeRaw`SELECT 1 FROM episodes WHERE id = ${id} FOR UPDATE`;
    const row = await tx.episode.findUnique({ where: { id } });
    if (!row) throw episodeNotFound(id);
    if (row.state === "finished" || row.cancelRequestedAt) return;
    await recordAudit(ctx, tx, { actor, act: "episode.cancel", subjectId: id });
    if (row.state === "queued") {
      await invalidateEpisodes(unit, {
        ids: [id],
        cause: "cancelled",
        reason: `${actor.name} cancelled it.`,
      });
      return;
    }
    emit(episodeChanged(await tx.episode.update({ where: { id }, data: { cancelRequestedAt: now } })));
  });
}
