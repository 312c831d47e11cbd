import { type PhaseKind, type PhaseSettings, TrainingSpec } from "@deskrl/domain";
import type { NewTraining } from "../../lib/api/types.ts";
import type { Catalog, SettingSpec } from "./types.ts";

/** The form as typed: everything is text until it is checked. */
export interface TrainForm {
  name: string;
  automatic: boolean;
  controls: boolean;
  /** With the automatic plan, without controls: the suggestion may end RL early. */
  autoEntropulse: boolean;
  seeds: string;
  trainTasks: string;
  heldOutTasks: string;
  suiteSeed: string;
  actionSpace: "api-gui" | "gui";
  /** What was changed, by `kind.name`; what is not in it has its default. */
  settings: Record<string, string>;
}

export const TRAIN_START: TrainForm = {
  name: "",
  automatic: false,
  controls: false,
  autoEntropulse: false,
  seeds: "1",
  trainTasks: "300",
  heldOutTasks: "240",
  suiteSeed: "1",
  actionSpace: "api-gui",
  settings: {},
};

export type TrainErrors = Record<string, string>;

const NUMBERS = {
  trainTasks: { label: "Tasks to train on", min: 8, max: 5000 },
  heldOutTasks: { label: "Held-out tasks", min: 8, max: 1000 },
  suiteSeed: { label: "The seed of the tasks", min: 0, max: Number.MAX_SAFE_INTEGER },
} as const;

/** Checks a form; each message says what is wrong and what would be right. */
export function parseTrainForm(
  form: TrainForm,
  catalog: Catalog,
): { spec: NewTraining; errors: null } | { spec: null; errors: TrainErrors } {
  const errors: TrainErrors = {};
  const number = (field: keyof typeof NUMBERS) => {
    const { label, min, max } = NUMBERS[field];
    const value = Number(form[field]);
    if (form[field].trim() === "" || !Number.isInteger(value))
      errors[field] = `${label}: a whole number, such as ${min}`;
    else if (value < min || value > max)
      errors[field] = `${label}: between ${min} and ${max.toLocaleString("en-US")}`;
    return value;
  };
  const suite = {
    seed: number("suiteSeed"),
    trainTasks: number("trainTasks"),
    heldOutTasks: number("heldOutTasks"),
  };
  const seeds = form.seeds
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (seeds.length === 0 || seeds.some((seed) => !Number.isInteger(seed) || seed < 0)) {
    errors.seeds = "Whole numbers with commas between them, such as 1, 2, 3";
  } else if (seeds.length > 12) errors.seeds = "At most 12 seeds";
  else if (new Set(seeds).size < seeds.length) errors.seeds = "Each seed once: the same seed learns the same";
  if (form.name.length > 120) errors.name = "A name has at most 120 characters";
  const settings: Record<PhaseKind, PhaseSettings> = { bc: {}, rl: {}, entropulse: {}, eval: {} };
  for (const [key, text] of Object.entries(form.settings)) {
    const [kind, name] = splitKey(key);
    const spec = catalog[kind]?.find((each) => each.name === name);
    if (!spec) continue;
    const value = parseSetting(spec, text);
    if (value === null) errors[key] = settingHint(spec);
    else if (value !== spec.default) settings[kind][name] = value;
  }
  if (Object.keys(errors).length > 0) return { spec: null, errors };
  const name = form.name.trim();
  const parsed = TrainingSpec.safeParse({
    ...(name ? { name } : {}),
    plan: form.automatic || form.controls ? "automatic" : "manual",
    // Arms are compared after the same number of updates, so that no suggestion may end one of them early.
    autoEntropulse: form.autoEntropulse && form.automatic && !form.controls,
    ...{ controls: form.controls, seeds, suite, actionSpace: form.actionSpace, settings },
  });
  if (parsed.success) return { spec: parsed.data, errors: null };
  const first = parsed.error.issues[0];
  return { spec: null, errors: { [String(first?.path[0] ?? "name")]: first?.message ?? "cannot be read" } };
}

function splitKey(key: string): [PhaseKind, string] {
  const at = key.indexOf(".");
  return [key.slice(0, at) as PhaseKind, key.slice(at + 1)];
}

/** A setting as typed; null when it is not what the catalog allows. */
export function parseSetting(spec: SettingSpec, text: string): number | string | boolean | null {
  if (spec.choices) return spec.choices.includes(text) ? text : null;
  if (typeof spec.default === "boolean") return text === "true" ? true : text === "false" ? false : null;
  if (typeof spec.default === "string") return text.trim() === "" ? null : text;
  const value = Number(text);
  const fits =
    text.trim() !== "" &&
    Number.isFinite(value) &&
    value >= (spec.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (spec.max ?? Number.POSITIVE_INFINITY) &&
    (!spec.integer || Number.isInteger(value));
  return fits ? value : null;
}

/** What a setting allows, in words. */
export function settingHint(spec: SettingSpec): string {
  if (spec.choices) return `One of ${spec.choices.join(", ")}`;
  const kind = spec.integer ? "A whole number" : "A number";
  if (spec.min === undefined && spec.max === undefined) return kind;
  if (spec.max === undefined) return `${kind} from ${spec.min}`;
  return `${kind} from ${spec.min ?? "any"} to ${spec.max.toLocaleString("en-US")}`;
}

/** Settings of a phase with the catalog's defaults, and which of them a person changed. */
export function effectiveSettings(
  specs: readonly SettingSpec[],
  given: PhaseSettings,
): { spec: SettingSpec; value: number | string | boolean; changed: boolean }[] {
  return specs.map((spec) => {
    const value = given[spec.name] ?? spec.default;
    return { spec, value, changed: value !== spec.default };
  });
}
