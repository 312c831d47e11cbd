import type { PhaseSettings, PhaseStart } from "@deskrl/domain";
import type { Launch } from "./launch.logic.ts";
import { parseSetting, settingHint } from "./train-spec.logic.ts";
import type { SettingSpec } from "./types.ts";

export type StartPart = keyof PhaseStart;

/** What a phase begins with unless somebody says otherwise. */
export const USUAL_START: Required<PhaseStart> = {
  weights: "previous",
  optimiser: "fresh",
  reference: "fresh",
  data: "fresh",
};

export interface StartSwitch {
  part: StartPart;
  label: string;
  /** What it means when the part is taken over, and when it is not. */
  previous: string;
  fresh: string;
  /** Where the usual position of the switch comes from. */
  origin: SettingSpec["origin"];
  note: string;
}

/** The four things that a new phase takes over from the one before, or begins anew. Steps always begin anew. */
export function startSwitches(kind: Launch): StartSwitch[] {
  const sft = kind === "entropulse";
  return [
    {
      part: "weights",
      label: "Weights",
      previous: "of the policy as it is now",
      fresh: "drawn anew: nothing learnt is kept",
      origin: "paper",
      note: "The paper goes on from the policy it has.",
    },
    {
      part: "optimiser",
      label: "Optimiser state",
      previous: "Adam goes on with its moments",
      fresh: "Adam begins anew",
      origin: "ours",
      note: "Moments of another objective push the first updates the wrong way.",
    },
    {
      part: "reference",
      label: "Reference policy",
      previous: "the one of the phase before",
      fresh: "reset to the policy as it is now",
      origin: sft ? "ours" : "paper",
      note: sft
        ? "An SFT has no KL term; it only hands the reference on."
        : "The paper resets it: KL is measured from where the phase begins.",
    },
    {
      part: "data",
      label: "Order of the tasks",
      previous: "goes on with the tasks not drawn yet",
      fresh: "drawn anew from the first",
      origin: "ours",
      note: sft
        ? "An SFT draws from its pool; it only hands the order on to the next RL phase."
        : "Going on takes each training task once before any comes again.",
    },
  ];
}

export interface StartPreset {
  label: string;
  note: string;
  start: Required<PhaseStart>;
}

/** Positions of the switches that are known to be safe. */
export const START_PRESETS: Readonly<Record<Launch, readonly StartPreset[]>> = {
  entropulse: [
    {
      label: "SFT after RL",
      note: "The policy learns on from where it is; all else begins anew.",
      start: USUAL_START,
    },
  ],
  rl: [
    {
      label: "RL after SFT",
      note: "The policy learns on from where it is; all else begins anew.",
      start: USUAL_START,
    },
    {
      label: "RL goes on",
      note: "As if the last RL phase had been longer: everything is taken over.",
      start: { weights: "previous", optimiser: "previous", reference: "previous", data: "previous" },
    },
  ],
};

/** The preset that the switches stand for; null when they stand for none. */
export function presetOf(kind: Launch, start: Required<PhaseStart>): StartPreset | null {
  const parts = ["weights", "optimiser", "reference", "data"] as const;
  const same = (preset: StartPreset) => parts.every((part) => preset.start[part] === start[part]);
  return START_PRESETS[kind].find(same) ?? null;
}

/** Settings worth a look each time; the others are one click away. */
const FIRST: Readonly<Record<Launch, readonly string[]>> = {
  entropulse: ["perTask", "window", "windowVersions", "epochs", "learningRate"],
  rl: ["updates", "tasks", "groupSize", "learningRate", "klCoefficient"],
};

/** The settings of a kind, those worth a look apart, in the order they are read in. */
export function splitSettings(
  kind: Launch,
  specs: readonly SettingSpec[],
): { first: SettingSpec[]; rest: SettingSpec[] } {
  const first = FIRST[kind].flatMap((name) => specs.filter((spec) => spec.name === name));
  return { first, rest: specs.filter((spec) => !first.includes(spec)) };
}

/** Checks what was typed. Only what differs from the run's own settings is asked for. */
export function parseLaunch(
  specs: readonly SettingSpec[],
  ofRun: PhaseSettings,
  typed: Readonly<Record<string, string>>,
): { settings: PhaseSettings; errors: Record<string, string> } {
  const settings: PhaseSettings = {};
  const errors: Record<string, string> = {};
  for (const spec of specs) {
    const text = typed[spec.name];
    if (text === undefined) continue;
    const value = parseSetting(spec, text);
    if (value === null) errors[spec.name] = settingHint(spec);
    else if (value !== (ofRun[spec.name] ?? spec.default)) settings[spec.name] = value;
  }
  return { settings, errors };
}
