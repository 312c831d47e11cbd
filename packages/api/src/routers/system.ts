import { systemStatus } from "../system-status.ts";
import { viewerProcedure } from "../trpc.ts";

export const system = {
  status: viewerProcedure.query(({ ctx }) => systemStatus(ctx)),
};
