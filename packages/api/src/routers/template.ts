import {
  listTemplates,
  RemoveTemplateInput,
  removeTemplate,
  SaveTemplateInput,
  saveTemplate,
} from "@deskrl/core";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

/** Kinds of desktops and the warm pool of each. */
export const template = {
  list: viewerProcedure.query(({ ctx }) => listTemplates(ctx.core)),
  save: operatorProcedure
    .input(SaveTemplateInput)
    .mutation(({ ctx, input }) => saveTemplate(ctx.core, { actor: ctx.actor, ...input })),
  remove: operatorProcedure
    .input(RemoveTemplateInput)
    .mutation(({ ctx, input }) => removeTemplate(ctx.core, { actor: ctx.actor, ...input })),
};
