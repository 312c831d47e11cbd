import {
  createRun,
  explainWaiting,
  getRun,
  ListRunsInput,
  listRuns,
  PlaceRunInput,
  pauseRun,
  placeRun,
  resumeRun,
  stopRun,
} from "@deskrl/core";
import { RunSpec } from "@deskrl/domain";
import { runInput } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

export const run = {
  list: viewerProcedure.input(ListRunsInput).query(({ ctx, input }) => listRuns(ctx.core, input)),
  byId: viewerProcedure.input(runInput).query(({ ctx, input }) => getRun(ctx.core, input)),
  /** Why its queued episodes are not at work. */
  waiting: viewerProcedure.input(runInput).query(({ ctx, input }) => explainWaiting(ctx.core, input)),
  create: operatorProcedure.input(RunSpec).mutation(({ ctx, input }) => {
    ctx.assertRoom();
    return createRun(ctx.core, { actor: ctx.actor, spec: input });
  }),
  /** Its priority, its workers and how many desktops at a time, also while it runs. */
  place: operatorProcedure
    .input(PlaceRunInput)
    .mutation(({ ctx, input }) => placeRun(ctx.core, { actor: ctx.actor, ...input })),
  pause: operatorProcedure
    .input(runInput)
    .mutation(({ ctx, input }) => pauseRun(ctx.core, { actor: ctx.actor, ...input })),
  resume: operatorProcedure
    .input(runInput)
    .mutation(({ ctx, input }) => resumeRun(ctx.core, { actor: ctx.actor, ...input })),
  stop: operatorProcedure
    .input(runInput)
    .mutation(({ ctx, input }) => stopRun(ctx.core, { actor: ctx.actor, ...input })),
};
