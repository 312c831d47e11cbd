import { PhaseSettings } from "@deskrl/domain";
import type { SeedRow } from "@deskrl/training/experiment";
import { z } from "zod";

/** One seed of an experiment, as its process is told. */
export const SeedJob = z.object({
  seed: z.number().int().nonnegative(),
  /** `all` arms, or only behaviour cloning and one RL phase. */
  plan: z.enum(["all", "short"]),
  actionSpace: z.enum(["api-gui", "gui"]),
  settings: z.object({
    bc: PhaseSettings,
    rl: PhaseSettings,
    entropulse: PhaseSettings,
    longerUpdates: z.number().int().positive(),
    evaluation: PhaseSettings,
  }),
});
export type SeedJob = z.infer<typeof SeedJob>;

export type SeedMessage = { type: "log"; line: string } | { type: "row"; row: SeedRow };

/** Rows on disk carry the job that made them, so that one of another experiment is never taken for it. */
export const StoredRow = z.object({
  job: SeedJob,
  row: z.object({
    seed: z.number(),
    stages: z.record(z.string(), z.record(z.string(), z.number())),
    noSpread: z.record(z.string(), z.object({ first: z.number(), last: z.number() })),
    pools: z.record(z.string(), z.custom<SeedRow["pools"][string]>()),
    seconds: z.number(),
  }),
});
