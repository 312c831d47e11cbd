import { type FleetSummary, summarizeFleet } from "@deskrl/core";
import type { Housekeeping } from "../context.ts";
import { viewerProcedure } from "../trpc.ts";

export interface SystemStatus extends FleetSummary {
  /** Version of the running control plane. */
  version: string;
  /** What the control plane does by itself, and how that goes. */
  housekeeping: Housekeeping;
}

export const system = {
  status: viewerProcedure.query(
    async ({ ctx }): Promise<SystemStatus> => ({
      version: ctx.version,
      housekeeping: ctx.housekeeping(),
      ...(await summarizeFleet(ctx.core)),
    }),
  ),
};
