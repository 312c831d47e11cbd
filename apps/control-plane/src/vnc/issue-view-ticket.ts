import type { ViewTickets } from "@deskrl/api";
import { type CoreContext, getEnvironment } from "@deskrl/core";
import { AppError, type EnvironmentState, hasRole } from "@deskrl/domain";
import type { WorkerRegistry } from "../gateway/worker-registry.ts";
import { assertWithinBudget } from "./view-budget.ts";
import type { ViewTicketStore } from "./view-ticket-store.ts";

export const VNC_PATH = "/vnc";
const VISIBLE: ReadonlySet<EnvironmentState> = new Set(["ready", "leased", "resetting"]);

/** Hands out tickets for views that can be opened now; everything else is refused with its reason. */
export function createViewTickets(options: {
  core: CoreContext;
  workers: WorkerRegistry;
  store: ViewTicketStore;
  /** Views that are open now, of one actor or of all. */
  openViews: (actorId?: string) => number;
}): ViewTickets {
  const { core, workers, store, openViews } = options;
  return {
    async issue({ actor, environmentId, control }) {
      const environment = await getEnvironment(core, { id: environmentId });
      if (control && !hasRole(actor.role, "operator"))
        throw new AppError("forbidden", "A viewer may look at a desktop but not drive it.", {
          where: environmentId,
          fix: "Open the view without control, or ask an admin for the role operator.",
        });
      if (!VISIBLE.has(environment.state))
        throw new AppError("conflict", `This desktop is ${environment.state}: there is nothing to see.`, {
          where: environmentId,
          fix: "Wait until it is ready, or recycle it when it has failed.",
        });
      if (!workers.get(environment.workerId))
        throw new AppError("worker_unavailable", `The worker ${environment.workerName} is not connected.`, {
          where: environmentId,
          fix: "Wait until it is back, or start it again.",
        });
      const own = openViews(actor.id) + store.waiting(actor.id);
      assertWithinBudget({ own, all: openViews() + store.waiting() }, environmentId);
      const { token, expiresAt } = store.issue({ actor, environmentId, control });
      return { path: `${VNC_PATH}?ticket=${token}`, expiresAt };
    },
  };
}
