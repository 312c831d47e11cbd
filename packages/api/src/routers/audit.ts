import { listAudit } from "@deskrl/core";
import { z } from "zod";
import { page } from "../inputs.ts";
import { viewerProcedure } from "../trpc.ts";

const AuditInput = z.object({
  /** Only what was done to this row. */
  subjectId: z.string().min(1).max(100).optional(),
  ...page,
});

export const audit = {
  list: viewerProcedure.input(AuditInput).query(({ ctx, input }) => listAudit(ctx.core, input)),
};
