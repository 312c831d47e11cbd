import type { Transaction } from "@deskrl/db";

/** Ends what is queued, and asks for the end of what is in flight. */
export async function cancelEpisodesOfRun(
  tx: Transaction,
  { runId, now }: { runId: string; now: Date },
): Promise<{ changed: string[] }> {
  const queued = await tx.episode.updateManyAndReturn({
    where: { runId, state: "queued" },
    data: {
      state: "finished",
      verdict: "invalid",
      cause: "cancelled",
      reason: "The run was stopped before this episode began.",
      finishedAt: now,
    },
    select: { id: true },
  });
  const active = await tx.episode.updateManyAndReturn({
    where: { runId, state: { notIn: ["queued", "finished"] }, cancelRequestedAt: null },
    data: { cancelRequestedAt: now },
    select: { id: true },
  });
  return { changed: [...queued, ...active].map((row) => row.id) };
}
