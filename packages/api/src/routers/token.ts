import { createApiToken, listApiTokens, revokeApiToken } from "@deskrl/core";
import { idSchema, TokenScope } from "@deskrl/domain";
import { z } from "zod";
import { page } from "../inputs.ts";
import { adminProcedure } from "../trpc.ts";

export const token = {
  list: adminProcedure.input(z.object(page)).query(({ ctx, input }) => listApiTokens(ctx.core, input)),
  create: adminProcedure
    .input(z.object({ name: z.string().min(1).max(100), scope: TokenScope }))
    .mutation(({ ctx, input }) => createApiToken(ctx.core, { actor: ctx.actor, ...input })),
  revoke: adminProcedure
    .input(z.object({ id: idSchema("apiToken") }))
    .mutation(({ ctx, input }) => revokeApiToken(ctx.core, { actor: ctx.actor, ...input })),
};
