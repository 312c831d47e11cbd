import { cancelEpisode, episodeFacets, getEpisode, listEpisodes, listSteps } from "@deskrl/core";
import { idSchema } from "@deskrl/domain";
import { z } from "zod";
import { EpisodeFilters, episodeInput, page } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

const StepsInput = z.object({
  episodeId: idSchema("episode"),
  /** Index of the first step wanted. */
  from: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(100),
});

export const episode = {
  list: viewerProcedure
    .input(
      EpisodeFilters.extend({
        ...page,
        sort: z.enum(["newest", "oldest", "longest", "shortest"]).default("newest"),
      }),
    )
    .query(({ ctx, input }) => listEpisodes(ctx.core, input)),
  byId: viewerProcedure.input(episodeInput).query(({ ctx, input }) => getEpisode(ctx.core, input)),
  steps: viewerProcedure.input(StepsInput).query(({ ctx, input }) => listSteps(ctx.core, input)),
  facets: viewerProcedure.input(EpisodeFilters).query(({ ctx, input }) => episodeFacets(ctx.core, input)),
  cancel: operatorProcedure
    .input(episodeInput)
    .mutation(({ ctx, input }) => cancelEpisode(ctx.core, { actor: ctx.actor, ...input })),
};
