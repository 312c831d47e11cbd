import type { EpisodeRow, RunRow, TaskRow } from "@deskrl/db";
import { newId } from "@deskrl/domain";
import type { FactoryContext } from "./options.ts";

/** An episode of a run, queued unless told otherwise. */
export function createEpisode(
  ctx: FactoryContext,
  { run, task }: { run: Pick<RunRow, "id">; task: TaskRow },
  overrides: Partial<EpisodeRow> = {},
): Promise<EpisodeRow> {
  return ctx.db.prisma.episode.create({
    data: {
      id: newId("episode"),
      runId: run.id,
      taskId: task.id,
      position: 0,
      attempt: 1,
      state: "queued",
      policy: "oracle",
      policyVersion: "1",
      taskKey: task.key,
      domain: task.domain,
      maxSteps: 30,
      queuedAt: ctx.clock(),
      ...overrides,
    },
  });
}
