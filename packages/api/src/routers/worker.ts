import {
  CreateApiTokenInput,
  createApiToken,
  ListWorkersInput,
  listApiTokens,
  listWorkers,
  PageInput,
  revokeApiToken,
} from "@deskrl/core";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

export const worker = {
  list: viewerProcedure.input(ListWorkersInput).query(({ ctx, input }) => listWorkers(ctx.core, input)),
  /** Where workers dial and which certificate they are to pin. */
  door: operatorProcedure.query(({ ctx }) => ctx.door),
  tokens: operatorProcedure
    .input(PageInput)
    .query(({ ctx, input }) => listApiTokens(ctx.core, { ...input, scope: "worker" })),
  createToken: operatorProcedure
    .input(CreateApiTokenInput.pick({ name: true }))
    .mutation(({ ctx, input }) => createApiToken(ctx.core, { actor: ctx.actor, ...input, scope: "worker" })),
  revokeToken: operatorProcedure
    .input(z.object({ id: idSchema("apiToken") }))
    .mutation(({ ctx, input }) => revokeApiToken(ctx.core, { actor: ctx.actor, ...input, scope: "worker" })),
};
