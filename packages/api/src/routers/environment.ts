import {
  ActOnEnvironmentsInput,
  actOnEnvironments,
  countEnvironments,
  EnvironmentFilters,
  getEnvironment,
  giveBack,
  ListEnvironmentsInput,
  listEnvironments,
  recycleEnvironment,
  takeControl,
} from "@deskrl/core";
import { z } from "zod";
import { environmentInput } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

export const environment = {
  list: viewerProcedure
    .input(ListEnvironmentsInput)
    .query(({ ctx, input }) => listEnvironments(ctx.core, input)),
  counts: viewerProcedure
    .input(EnvironmentFilters)
    .query(({ ctx, input }) => countEnvironments(ctx.core, input)),
  byId: viewerProcedure.input(environmentInput).query(({ ctx, input }) => getEnvironment(ctx.core, input)),
  viewTicket: viewerProcedure
    .input(environmentInput.extend({ control: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      ctx.tickets.issue({ actor: ctx.actor, environmentId: input.id, control: input.control }),
    ),
  recycle: operatorProcedure
    .input(environmentInput)
    .mutation(({ ctx, input }) => recycleEnvironment(ctx.core, { actor: ctx.actor, ...input })),
  /** One thing for several at once, with a result for each. */
  act: operatorProcedure
    .input(ActOnEnvironmentsInput)
    .mutation(({ ctx, input }) => actOnEnvironments(ctx.core, { actor: ctx.actor, ...input })),
  takeControl: operatorProcedure
    .input(environmentInput)
    .mutation(({ ctx, input }) => takeControl(ctx.core, { actor: ctx.actor, ...input })),
  giveBack: operatorProcedure
    .input(environmentInput)
    .mutation(({ ctx, input }) => giveBack(ctx.core, { actor: ctx.actor, ...input })),
  clipboardRead: operatorProcedure
    .input(environmentInput)
    .mutation(({ ctx, input }) => ctx.commands.readClipboard({ environmentId: input.id })),
  clipboardWrite: operatorProcedure
    .input(environmentInput.extend({ text: z.string().max(1_000_000) }))
    .mutation(({ ctx, input }) =>
      ctx.commands.writeClipboard({ actor: ctx.actor, environmentId: input.id, text: input.text }),
    ),
};
