import { countEnvironments, listWorkers } from "@deskrl/core";
import type { ProviderName, Worker, WorkerFacts } from "@deskrl/domain";
import type { ApiContext } from "./context.ts";

export type WorkerSummary = Pick<Worker, "id" | "name" | "state" | "desktops" | "heartbeatAt"> & {
  facts: WorkerFacts;
};

export interface SystemStatus {
  version: string;
  workers: WorkerSummary[];
  desktops: { ready: number; desired: number };
  /** The first problem among the workers that are online: what is missing and which command helps. */
  engineProblem: WorkerFacts["engineProblem"];
  /** Null while no worker is online. */
  provider: ProviderName | null;
}

/** States in which a desktop is painted and answering. */
const READY_STATES = ["ready", "leased", "resetting"] as const;

/** One small answer for the header of every page. */
export async function systemStatus(ctx: ApiContext): Promise<SystemStatus> {
  const [workers, counts] = await Promise.all([
    listWorkers(ctx.core, { limit: 100 }),
    countEnvironments(ctx.core, {}),
  ]);
  const online = workers.items.filter((worker) => worker.state === "online");
  return {
    version: ctx.version,
    workers: workers.items.map(({ id, name, state, desktops, heartbeatAt, facts }) => ({
      id,
      name,
      state,
      desktops,
      heartbeatAt,
      facts,
    })),
    desktops: {
      ready: READY_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
      desired: online.reduce((sum, worker) => sum + worker.desktops, 0),
    },
    engineProblem: online.find((worker) => worker.facts.engineProblem)?.facts.engineProblem ?? null,
    provider: online[0]?.facts.provider ?? null,
  };
}
