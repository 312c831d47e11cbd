import { ListWorkersInput, listWorkers } from "@deskrl/core";
import { viewerProcedure } from "../trpc.ts";

export const worker = {
  list: viewerProcedure.input(ListWorkersInput).query(({ ctx, input }) => listWorkers(ctx.core, input)),
};
