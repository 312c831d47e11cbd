import {
  compareArms,
  createTraining,
  desirePhase,
  GroupInput,
  getGroup,
  getTraining,
  ListGroupsInput,
  ListPolicyVersionsInput,
  launchEntropulse,
  listGroups,
  listPolicyVersions,
  listPools,
  SetPlanInput,
  setPlan,
  startRl,
} from "@deskrl/core";
import { idSchema, PhaseDesiredState, PhaseSettings, PhaseStart, TrainingSpec } from "@deskrl/domain";
import { z } from "zod";
import { runInput } from "../inputs.ts";
import { operatorProcedure, viewerProcedure } from "../trpc.ts";

const launchInput = z.object({
  branchId: idSchema("branch"),
  settings: PhaseSettings.optional(),
  start: PhaseStart.optional(),
});

export const training = {
  catalog: viewerProcedure.query(({ ctx }) => ctx.training.settings),
  byId: viewerProcedure.input(runInput).query(({ ctx, input }) => getTraining(ctx.core, input)),
  create: operatorProcedure.input(TrainingSpec).mutation(({ ctx, input }) => {
    ctx.assertRoom();
    for (const kind of ["bc", "rl", "entropulse", "eval"] as const)
      ctx.training.check(kind, input.settings[kind]);
    return createTraining(ctx.core, { actor: ctx.actor, spec: input });
  }),
  desirePhase: operatorProcedure
    .input(z.object({ phaseId: idSchema("phase"), state: PhaseDesiredState }))
    .mutation(({ ctx, input }) => desirePhase(ctx.core, { actor: ctx.actor, ...input })),
  launchEntropulse: operatorProcedure
    .input(launchInput.extend({ stopRl: z.boolean().default(true) }))
    .mutation(({ ctx, input }) => {
      ctx.assertRoom();
      ctx.training.check("entropulse", input.settings ?? {});
      return launchEntropulse(ctx.core, { actor: ctx.actor, ...input });
    }),
  startRl: operatorProcedure.input(launchInput).mutation(({ ctx, input }) => {
    ctx.assertRoom();
    ctx.training.check("rl", input.settings ?? {});
    return startRl(ctx.core, { actor: ctx.actor, ...input });
  }),
  groups: viewerProcedure.input(ListGroupsInput).query(({ ctx, input }) => listGroups(ctx.core, input)),
  group: viewerProcedure.input(GroupInput).query(({ ctx, input }) => getGroup(ctx.core, input)),
  policyVersions: viewerProcedure
    .input(ListPolicyVersionsInput)
    .query(({ ctx, input }) => listPolicyVersions(ctx.core, input)),
  comparison: viewerProcedure.input(runInput).query(({ ctx, input }) => compareArms(ctx.core, input)),
  pools: viewerProcedure.input(runInput).query(({ ctx, input }) => listPools(ctx.core, input)),
  setPlan: operatorProcedure.input(SetPlanInput).mutation(({ ctx, input }) => {
    ctx.training.check("rl", input.updates === undefined ? {} : { updates: input.updates });
    return setPlan(ctx.core, { actor: ctx.actor, ...input });
  }),
};
