import type { Step } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import type { Page } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";
import { completeSteps } from "./complete-steps.ts";
import { episodeNotFound } from "./get-episode.ts";
import { isPlayed } from "./replayed-episode.ts";

export const ListStepsInput = z.object({
  episodeId: z.string(),
  /** First index wanted. */
  from: z.number().int().nonnegative().default(0),
  limit: z.number().int().min(1).max(100).default(100),
});
export type ListStepsInput = z.input<typeof ListStepsInput>;

/** Steps of an episode in order. `nextCursor` is the next `from` as text. @throws AppError `not_found` */
export async function listSteps(ctx: CoreContext, options: ListStepsInput): Promise<Page<Step>> {
  const { episodeId, from, limit } = parseInput(ListStepsInput, options, "list of steps");
  const [episode, rows, total] = await Promise.all([
    ctx.db.prisma.episode.findUnique({
      where: { id: episodeId },
      select: { id: true, phaseId: true, seed: true },
    }),
    ctx.db.prisma.step.findMany({
      where: { episodeId, index: { gte: from } },
      orderBy: { index: "asc" },
      take: limit + 1,
    }),
    ctx.db.prisma.step.count({ where: { episodeId } }),
  ]);
  if (!episode) throw episodeNotFound(episodeId);
  const next = rows[limit];
  return {
    items: await completeSteps(ctx, { episodeId, played: isPlayed(episode), rows: rows.slice(0, limit) }),
    nextCursor: next ? String(next.index) : null,
    total,
  };
}
