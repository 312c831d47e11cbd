import { AppError, type PhaseKind, type PhaseSettings } from "@deskrl/domain";
import type { SettingSpec } from "./types.ts";

type Numeric = { min: number; max: number; integer?: boolean };
const number = (
  name: string,
  label: string,
  value: number,
  limits: Numeric,
  [origin, note]: readonly [SettingSpec["origin"], string],
): SettingSpec => ({ name, label, default: value, ...limits, origin, note });

const rate = { min: 1e-6, max: 1 };
const count = (min: number, max: number) => ({ min, max, integer: true });
const MAX_STEPS = number("maxSteps", "Steps an episode may take", 18, count(2, 100), [
  "ours",
  "About twice the longest solution.",
]);
const BATCH = number("batch", "Decisions a batch", 32, count(1, 4_096), [
  "ours",
  "The paper does not give it.",
]);
const GRAD_NORM = number("gradNorm", "Largest gradient norm", 1, { min: 1e-3, max: 1_000 }, [
  "public config",
  "1.0 in most published GRPO configurations.",
]);
const CHUNK = number("chunkBatches", "Batches a unit of work", 64, count(1, 10_000), [
  "ours",
  "How often progress is reported and a pause can take hold; it changes nothing that is learnt.",
]);

const PROBE = [
  number("probeTasks", "Training tasks played after each unit", 32, count(0, 1_000), [
    "ours",
    "Measures entropy and success as RL does: on what the policy does by itself.",
  ]),
  number("evaluateTasks", "Held-out tasks played after each unit", 60, count(0, 1_000), [
    "ours",
    "Enough for a curve. Held-out tasks are never trained on.",
  ]),
];

/** Every setting of each kind of phase, with its default and where the default comes from. */
export const SETTINGS: Readonly<Record<PhaseKind, readonly SettingSpec[]>> = {
  bc: [
    number("demonstrations", "Demonstrations", 40, count(1, 5_000), [
      "ours",
      "Few, so that the cloned policy starts near the paper's 31.9 %; the paper clones 180,000 steps.",
    ]),
    {
      name: "styles",
      label: "Styles of the demonstrations",
      default: "api,gui,mixed",
      choices: ["api,gui,mixed", "gui"],
      origin: "ours",
      note: "API calls, mouse and keyboard, and a mix, taken in turn. With the action space `gui` only the second is played.",
    },
    number("epochs", "Epochs", 6, count(1, 100), ["ours", "The paper does not give it."]),
    number("learningRate", "Learning rate", 3e-3, rate, [
      "ours",
      "For a network of a million weights; the paper has 1e-5 for a language model.",
    ]),
    BATCH,
    GRAD_NORM,
    MAX_STEPS,
    CHUNK,
    ...PROBE,
  ],
  rl: [
    number("updates", "Updates", 120, count(1, 100_000), ["ours", "180 in the paper."]),
    number("tasks", "Tasks an update", 16, count(1, 512), ["ours", "The paper does not give it."]),
    number("groupSize", "Episodes a group (G)", 8, count(2, 64), [
      "public config",
      "8 in the released configuration.",
    ]),
    number("learningRate", "Learning rate", 4e-3, rate, [
      "ours",
      "Shows the fall of entropy soonest; 2e-3 is gentler.",
    ]),
    number("clip", "Clip ε", 0.2, { min: 0.01, max: 1 }, [
      "public config",
      "The usual clip of PPO and GRPO.",
    ]),
    number("klCoefficient", "KL coefficient β", 0, { min: 0, max: 1 }, [
      "ours",
      "About 3e-4 in the paper. Only groups with spread carry the KL term.",
    ]),
    number("minibatches", "Minibatches an update", 4, count(1, 64), ["ours", "The paper does not give it."]),
    number("innerEpochs", "Epochs an update", 1, count(1, 16), [
      "public config",
      "One pass over each batch.",
    ]),
    number("temperature", "Temperature of the rollouts", 1, { min: 0.05, max: 10 }, [
      "public config",
      "1 keeps the acting policy the one that is trained.",
    ]),
    number("retries", "Retries an episode", 2, count(0, 20), [
      "ours",
      "For episodes that the machinery broke.",
    ]),
    number("evaluateEvery", "Held-out evaluation every … updates", 10, count(0, 100_000), [
      "ours",
      "0 for never. Held-out tasks are never trained on.",
    ]),
    number("evaluateTasks", "Held-out tasks an evaluation", 60, count(1, 1_000), [
      "ours",
      "Enough for a curve.",
    ]),
    GRAD_NORM,
    MAX_STEPS,
  ],
  entropulse: [
    number("perTask", "Trajectories a task (K)", 16, count(1, 1_000), [
      "ours",
      "“Several” in the paper. 16 lifts entropy more than 4.",
    ]),
    {
      name: "window",
      label: "Policy versions the successes come from",
      default: "all",
      choices: ["all", "last"],
      origin: "paper",
      note: "The paper draws from all versions of the RL phase; `last` is the control that shows why.",
    },
    number("windowVersions", "Versions in the window “last”", 10, count(1, 100_000), [
      "ours",
      "Used with `last` only.",
    ]),
    number("epochs", "Epochs", 2, count(1, 100), ["ours", "The paper does not give it."]),
    number("learningRate", "Learning rate", 1e-3, rate, ["ours", "The paper has 5e-6 for a language model."]),
    BATCH,
    GRAD_NORM,
    MAX_STEPS,
    CHUNK,
    ...PROBE,
  ],
  eval: [
    {
      name: "decide",
      label: "How actions are chosen",
      default: "sample",
      choices: ["sample", "greedy"],
      origin: "ours",
      note: "Sampled at the temperature below, or always the likeliest.",
    },
    number("temperature", "Temperature", 1, { min: 0.05, max: 10 }, ["ours", "As in the rollouts."]),
    number("tasksPerSplit", "Tasks of each split", 240, count(1, 1_000), [
      "ours",
      "Standard error near 3 points.",
    ]),
    number("chunkTasks", "Tasks a unit of work", 40, count(1, 1_000), [
      "ours",
      "How often progress is reported.",
    ]),
    MAX_STEPS,
  ],
};

/** Numbers, strings and switches of a phase, every one present. */
export interface ResolvedSettings {
  number(name: string): number;
  text(name: string): string;
  readonly values: Readonly<Record<string, number | string | boolean>>;
}

/**
 * The settings of a phase with defaults filled in.
 * @throws AppError `invalid_input` naming the setting, what was received and what is allowed
 */
export function resolveSettings(kind: PhaseKind, given: PhaseSettings): ResolvedSettings {
  const specs = SETTINGS[kind];
  const unknown = Object.keys(given).find((name) => !specs.some((spec) => spec.name === name));
  if (unknown !== undefined) {
    throw new AppError("invalid_input", `A phase of kind ${kind} has no setting "${unknown}".`, {
      where: `settings.${unknown}`,
      fix: `Use one of: ${specs.map(({ name }) => name).join(", ")}.`,
    });
  }
  const values: Record<string, number | string | boolean> = {};
  for (const spec of specs) values[spec.name] = checked(kind, spec, given[spec.name] ?? spec.default);
  return {
    values,
    number(name) {
      const value = values[name];
      if (typeof value !== "number") throw new Error(`${kind} has no number setting ${name}`);
      return value;
    },
    text(name) {
      const value = values[name];
      if (typeof value !== "string") throw new Error(`${kind} has no text setting ${name}`);
      return value;
    },
  };
}

function checked(
  kind: PhaseKind,
  spec: SettingSpec,
  value: number | string | boolean,
): number | string | boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, integer = false, choices } = spec;
  const fits =
    typeof value === typeof spec.default &&
    (typeof value !== "number" ||
      (Number.isFinite(value) && value >= min && value <= max && (!integer || Number.isInteger(value)))) &&
    (!choices || choices.includes(String(value)));
  if (fits) return value;
  const allowed = choices ? choices.join(", ") : `a ${integer ? "whole " : ""}number from ${min} to ${max}`;
  throw new AppError("invalid_input", `The setting "${spec.name}" received ${JSON.stringify(value)}.`, {
    where: `settings.${spec.name} of a phase of kind ${kind}`,
    fix: `Give ${allowed}.`,
  });
}
