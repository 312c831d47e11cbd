import { CreateApiTokenInput, createApiToken, listApiTokens, PageInput, revokeApiToken } from "@deskrl/core";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { adminProcedure } from "../trpc.ts";

export const token = {
  list: adminProcedure.input(PageInput).query(({ ctx, input }) => listApiTokens(ctx.core, input)),
  create: adminProcedure
    .input(CreateApiTokenInput)
    .mutation(({ ctx, input }) => createApiToken(ctx.core, { actor: ctx.actor, ...input })),
  revoke: adminProcedure
    .input(z.object({ id: idSchema("apiToken") }))
    .mutation(({ ctx, input }) => revokeApiToken(ctx.core, { actor: ctx.actor, ...input })),
};
