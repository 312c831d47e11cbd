import {
  CreateApiTokenInput,
  createApiToken,
  ListWorkersInput,
  listApiTokens,
  listWorkers,
  PageInput,
  removeWorker,
  revokeApiToken,
  setWorkerState,
} from "@deskrl/core";
import { idSchema, WorkerDesiredState } from "@deskrl/domain";
import { z } from "zod";
import { workerInput } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

export const worker = {
  list: viewerProcedure.input(ListWorkersInput).query(({ ctx, input }) => listWorkers(ctx.core, input)),
  setState: operatorProcedure
    .input(workerInput.extend({ state: WorkerDesiredState }))
    .mutation(({ ctx, input }) => setWorkerState(ctx.core, { actor: ctx.actor, ...input })),
  remove: operatorProcedure
    .input(workerInput.extend({ revokeToken: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => removeWorker(ctx.core, { actor: ctx.actor, ...input })),
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
