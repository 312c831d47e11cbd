import { ListTasksInput, listSuites, listTasks, PageInput } from "@deskrl/core";
import { viewerProcedure } from "../trpc.ts";

export const suite = {
  list: viewerProcedure.input(PageInput).query(({ ctx, input }) => listSuites(ctx.core, input)),
  tasks: viewerProcedure.input(ListTasksInput).query(({ ctx, input }) => listTasks(ctx.core, input)),
};
