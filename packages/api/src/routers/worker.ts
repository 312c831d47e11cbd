import { listWorkers } from "@deskrl/core";
import { z } from "zod";
import { page } from "../inputs.ts";
import { viewerProcedure } from "../trpc.ts";

export const worker = {
  list: viewerProcedure.input(z.object(page)).query(({ ctx, input }) => listWorkers(ctx.core, input)),
};
