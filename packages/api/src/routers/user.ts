import { CreateUserInput, createUser, listUsers, PageInput, resetPassword } from "@deskrl/core";
import { z } from "zod";
import { adminProcedure } from "../trpc.ts";

export const user = {
  list: adminProcedure.input(PageInput).query(({ ctx, input }) => listUsers(ctx.core, input)),
  create: adminProcedure
    .input(CreateUserInput)
    .mutation(({ ctx, input }) => createUser(ctx.core, { actor: ctx.actor, ...input })),
  /** Answers the new password, which is shown once. */
  resetPassword: adminProcedure
    .input(z.object({ name: z.string().min(1).max(64) }))
    .mutation(({ ctx, input }) => resetPassword(ctx.core, { actor: ctx.actor, ...input })),
};
