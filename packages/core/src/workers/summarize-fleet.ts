import type { ProviderName, WorkerFacts } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { listWorkers, type WorkerSummary } from "./list-workers.ts";

export interface FleetSummary {
  workers: WorkerSummary[];
  desktops: { ready: number; desired: number };
  /** The problem of the first worker online that has one; null while any worker is able to work. */
  engineProblem: WorkerFacts["engineProblem"];
  provider: ProviderName | null;
}

/** The state of the whole in one answer, for a status line; the first hundred workers. */
export async function summarizeFleet(ctx: CoreContext): Promise<FleetSummary> {
  const { items: workers } = await listWorkers(ctx, { limit: 100 });
  const online = workers.filter((worker) => worker.state === "online");
  const sum = (pick: (worker: WorkerSummary) => number) =>
    online.reduce((total, worker) => total + pick(worker), 0);
  const able = online.some((worker) => worker.facts.engineProblem === null);
  return {
    workers,
    desktops: { ready: sum((worker) => worker.readyDesktops), desired: sum((worker) => worker.desktops) },
    engineProblem: able ? null : (online[0]?.facts.engineProblem ?? null),
    provider: (online[0] ?? workers[0])?.facts.provider ?? null,
  };
}
