import { getTask } from "@deskrl/core";
import { taskInput } from "../inputs.ts";
import { viewerProcedure } from "../trpc.ts";

export const task = {
  byId: viewerProcedure.input(taskInput).query(({ ctx, input }) => getTask(ctx.core, input)),
};
