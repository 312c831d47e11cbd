import { type Actor, AppError } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentNotFound } from "./get-environment.ts";

export interface PauseAgentOptions {
  actor: Actor;
  /** Of the desktop. */
  id: string;
  /** False: let it go on. */
  paused: boolean;
}

/**
 * Asks the agent on a desktop to wait between two steps, or to go on. Nothing on the desktop is touched, so the verdict
 * stays the policy's; it is not a way to take control. Asked for again it changes nothing.
 * @throws AppError `not_found`, `conflict` when no agent is at work on it
 */
export async function pauseAgent(ctx: CoreContext, options: PauseAgentOptions): Promise<void> {
  const { actor, id, paused } = options;
  await commit(ctx, async ({ tx, emit }) => {
    const desktop = await tx.environment.findUnique({ where: { id }, select: { episodeId: true } });
    if (!desktop) throw environmentNotFound(id);
    const rows = await tx.episode.updateManyAndReturn({
      where: { id: desktop.episodeId ?? "", state: { not: "finished" }, environment: { id } },
      data: { heldBy: paused ? actor.name : null },
    });
    const [episode] = rows;
    if (!episode)
      throw new AppError("conflict", "No agent is at work on this desktop.", {
        where: id,
        fix: "Choose a desktop with an episode on it.",
      });
    await recordAudit(ctx, tx, {
      actor,
      act: paused ? "environment.pause-agent" : "environment.resume-agent",
      subjectId: id,
      details: { episodeId: episode.id },
    });
    emit({
      type: paused ? "agent:paused" : "agent:resumed",
      subjectId: id,
      runId: episode.runId,
      payload: { by: actor.name, episodeId: episode.id },
    });
  });
}
