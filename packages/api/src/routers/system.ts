import { type FleetSummary, summarizeFleet } from "@deskrl/core";
import { viewerProcedure } from "../trpc.ts";

export interface SystemStatus extends FleetSummary {
  /** Version of the running control plane. */
  version: string;
}

export const system = {
  status: viewerProcedure.query(
    async ({ ctx }): Promise<SystemStatus> => ({ version: ctx.version, ...(await summarizeFleet(ctx.core)) }),
  ),
};
