import { ListAuditInput, listAudit } from "@deskrl/core";
import { viewerProcedure } from "../trpc.ts";

export const audit = {
  list: viewerProcedure.input(ListAuditInput).query(({ ctx, input }) => listAudit(ctx.core, input)),
};
