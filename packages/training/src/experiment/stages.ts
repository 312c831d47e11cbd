import type { PhaseKind, PhaseSettings, PhaseStart } from "@deskrl/domain";

/** A policy that an experiment makes and judges. */
export interface Stage {
  name: string;
  /** In words, for tables. */
  label: string;
  kind: PhaseKind;
  /** The stage whose checkpoint it begins with; null for a fresh policy. */
  from: string | null;
  startFrom: PhaseStart;
  settings: PhaseSettings;
  /** The RL stage whose successes it learns from. */
  poolOf?: string;
}

const FRESH: PhaseStart = { weights: "previous", optimiser: "fresh", reference: "fresh" };
const GOES_ON: PhaseStart = { weights: "previous", optimiser: "previous", reference: "previous" };

export interface ExperimentSettings {
  bc: PhaseSettings;
  rl: PhaseSettings;
  entropulse: PhaseSettings;
  /** Further updates of the arm that simply goes on for longer. */
  longerUpdates: number;
  evaluation: PhaseSettings;
}

export const EXPERIMENT: ExperimentSettings = {
  // What the experiment reports comes from its own evaluations.
  bc: { probeTasks: 0, evaluateTasks: 0 },
  rl: { evaluateEvery: 0 },
  entropulse: { probeTasks: 0, evaluateTasks: 0 },
  longerUpdates: 100,
  evaluation: {},
};

/** Behaviour cloning and the first RL phase, then all arms from the end of it. */
export function allStages({
  bc,
  rl,
  entropulse,
  longerUpdates,
}: Omit<ExperimentSettings, "evaluation">): Stage[] {
  const last = { ...entropulse, window: "last" };
  return [
    { name: "bc", label: "BC", kind: "bc", from: null, startFrom: FRESH, settings: bc },
    { name: "rl1", label: "+ RL phase 1", kind: "rl", from: "bc", startFrom: FRESH, settings: rl },
    {
      name: "entropulse_sft",
      label: "+ Entropulse SFT",
      kind: "entropulse",
      from: "rl1",
      startFrom: FRESH,
      settings: entropulse,
      poolOf: "rl1",
    },
    {
      name: "rl2",
      label: "+ RL phase 2",
      kind: "rl",
      from: "entropulse_sft",
      startFrom: FRESH,
      settings: rl,
    },
    {
      name: "rl_continued",
      label: "RL continued, as many updates",
      kind: "rl",
      from: "rl1",
      startFrom: GOES_ON,
      settings: rl,
    },
    {
      name: "rl_continued_longer",
      label: `RL continued, ${longerUpdates} updates more`,
      kind: "rl",
      from: "rl_continued",
      startFrom: GOES_ON,
      settings: { ...rl, updates: longerUpdates },
    },
    { name: "reset_only", label: "Reset only", kind: "rl", from: "rl1", startFrom: FRESH, settings: rl },
    {
      name: "last_sft",
      label: "SFT on the last policy's successes only",
      kind: "entropulse",
      from: "rl1",
      startFrom: FRESH,
      settings: last,
      poolOf: "rl1",
    },
    {
      name: "last_rl2",
      label: "+ RL phase 2 after that",
      kind: "rl",
      from: "last_sft",
      startFrom: FRESH,
      settings: rl,
    },
  ];
}

/** Behaviour cloning and one RL phase. */
export function shortStages(settings: Omit<ExperimentSettings, "evaluation">): Stage[] {
  return allStages(settings).slice(0, 2);
}

/** The policy before any training, and the names of all stages in the order of the tables. */
export const UNTRAINED = { name: "untrained", label: "Untrained" } as const;
