import { createUser, listUsers, resetPassword } from "@deskrl/core";
import { Role } from "@deskrl/domain";
import { z } from "zod";
import { page } from "../inputs.ts";
import { adminProcedure } from "../trpc.ts";

const UserName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z0-9._@-]+$/, "use letters, digits and . _ @ - only");

export const user = {
  list: adminProcedure.input(z.object(page)).query(({ ctx, input }) => listUsers(ctx.core, input)),
  create: adminProcedure
    .input(z.object({ name: UserName, role: Role }))
    .mutation(({ ctx, input }) => createUser(ctx.core, { actor: ctx.actor, ...input })),
  resetPassword: adminProcedure
    .input(z.object({ name: UserName }))
    .mutation(({ ctx, input }) => resetPassword(ctx.core, { actor: ctx.actor, ...input })),
};
