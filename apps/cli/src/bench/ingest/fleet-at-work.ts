import type { Database } from "@deskrl/db";
import { newId, RunSpec } from "@deskrl/domain";

export interface LeasedEpisodes {
  workerId: string;
  episodeIds: string[];
}

/** A run whose episodes are all leased to workers, as they are while agents act. */
export async function createFleetAtWork(
  { prisma }: Pick<Database, "prisma">,
  { workers, episodesEach }: { workers: number; episodesEach: number },
): Promise<LeasedEpisodes[]> {
  const now = new Date();
  const suite = newId("suite");
  const task = { id: newId("task"), key: "bench", domain: "calc" };
  await prisma.taskSuite.create({ data: { id: suite, name: "bench", title: "bench", contentHash: "bench" } });
  await prisma.task.create({
    data: { ...task, suiteId: suite, instruction: "Write 7 into cell A1.", feasible: true, definition: {} },
  });
  const run = await prisma.run.create({
    data: {
      id: newId("run"),
      name: "bench",
      spec: RunSpec.parse({ suite: "bench", policy: "oracle", episodes: workers * episodesEach }),
      state: "running",
      desiredState: "running",
      requestedBy: "bench",
      taskIds: [task.id],
    },
  });
  const fleet = Array.from({ length: workers }, () => ({
    workerId: newId("worker"),
    episodeIds: Array.from({ length: episodesEach }, () => newId("episode")),
  }));
  await prisma.episode.createMany({
    data: fleet.flatMap(({ workerId, episodeIds }, worker) =>
      episodeIds.map((id, index) => ({
        ...{ id, runId: run.id, taskId: task.id, taskKey: task.key, domain: task.domain },
        ...{ position: worker * episodesEach + index, attempt: 1, state: "resetting", maxSteps: 30 },
        ...{ policy: "oracle", policyVersion: "1", workerId, leaseOwner: workerId, leaseEpoch: 1 },
        leaseExpiresAt: new Date(now.getTime() + 3_600_000),
      })),
    ),
  });
  return fleet;
}
