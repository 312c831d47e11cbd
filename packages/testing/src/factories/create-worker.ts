import type { WorkerRow } from "@deskrl/db";
import { newId, type WorkerFacts } from "@deskrl/domain";
import type { FactoryContext } from "./options.ts";

/** Facts of a healthy worker with Docker. */
export const HEALTHY_FACTS: WorkerFacts = {
  hostname: "test-host",
  cores: 4,
  memoryMib: 8_192,
  diskFreeMib: 50_000,
  provider: "docker",
  engineProblem: null,
  engineVersion: "27.0.0",
};

/** A worker with a fresh heartbeat. */
export function createWorker(
  ctx: FactoryContext,
  overrides: Partial<Omit<WorkerRow, "facts">> & { facts?: WorkerFacts } = {},
): Promise<WorkerRow> {
  const now = ctx.clock();
  return ctx.db.prisma.worker.create({
    data: {
      id: newId("worker"),
      name: "worker",
      version: "0.1.0",
      desktops: 4,
      heartbeatAt: now,
      registeredAt: now,
      ...overrides,
      facts: overrides.facts ?? HEALTHY_FACTS,
    },
  });
}
