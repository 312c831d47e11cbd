import {
  cancelEpisode,
  EpisodeFilters,
  episodeFacets,
  getEpisode,
  ListEpisodesInput,
  ListStepsInput,
  listEpisodes,
  listSteps,
} from "@deskrl/core";
import { episodeInput } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

export const episode = {
  list: viewerProcedure.input(ListEpisodesInput).query(({ ctx, input }) => listEpisodes(ctx.core, input)),
  byId: viewerProcedure.input(episodeInput).query(({ ctx, input }) => getEpisode(ctx.core, input)),
  steps: viewerProcedure.input(ListStepsInput).query(({ ctx, input }) => listSteps(ctx.core, input)),
  facets: viewerProcedure.input(EpisodeFilters).query(({ ctx, input }) => episodeFacets(ctx.core, input)),
  cancel: operatorProcedure
    .input(episodeInput)
    .mutation(({ ctx, input }) => cancelEpisode(ctx.core, { actor: ctx.actor, ...input })),
};
