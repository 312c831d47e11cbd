import { listSuites, listTasks } from "@deskrl/core";
import { z } from "zod";
import { page } from "../inputs.ts";
import { viewerProcedure } from "../trpc.ts";

const TasksInput = z.object({
  /** Name of the suite. */
  suite: z.string().min(1).optional(),
  domains: z.array(z.string()).optional(),
  search: z.string().max(200).optional(),
  ...page,
});

export const suite = {
  list: viewerProcedure.input(z.object(page)).query(({ ctx, input }) => listSuites(ctx.core, input)),
  tasks: viewerProcedure.input(TasksInput).query(({ ctx, input }) => listTasks(ctx.core, input)),
};
