import { episodeFromRow, type Prisma } from "@deskrl/db";
import { Episode, PictureRef, pictureRef } from "@deskrl/domain";
import { z } from "zod";
import { isPlayed } from "./replayed-episode.ts";

/** An episode as lists show it. */
export const EpisodeView = Episode.extend({
  runName: z.string(),
  taskKey: z.string(),
  domain: z.string(),
  instruction: z.string(),
  maxSteps: z.number().int(),
  finalScreenshot: PictureRef.nullable(),
  /** A newer attempt took this position. */
  superseded: z.boolean(),
  /** When a person took control of its desktop. */
  interventionAt: z.date().nullable(),
  cancelRequestedAt: z.date().nullable(),
});
export type EpisodeView = z.infer<typeof EpisodeView>;

export const episodeInclude = {
  run: { select: { name: true } },
  task: { select: { instruction: true } },
} satisfies Prisma.EpisodeInclude;
export type EpisodeViewRow = Prisma.EpisodeGetPayload<{ include: typeof episodeInclude }>;

export function episodeView(row: EpisodeViewRow): EpisodeView {
  return {
    ...episodeFromRow(row),
    runName: row.run.name,
    taskKey: row.taskKey,
    domain: row.domain,
    instruction: row.task.instruction,
    maxSteps: row.maxSteps,
    finalScreenshot: isPlayed(row) ? pictureRef(row.id, row.stepCount) : row.finalScreenshot,
    superseded: row.superseded,
    interventionAt: row.interventionAt,
    cancelRequestedAt: row.cancelRequestedAt,
  };
}
