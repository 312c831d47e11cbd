import type { Phase, PhaseKind, TrainingSpec } from "@deskrl/domain";
import { kindWord } from "./phases.logic.ts";
import { parseSetting, settingHint } from "./train-spec.logic.ts";
import type { SettingSpec } from "./types.ts";

/** The plan as the dialog has it. */
export interface PlanForm {
  automatic: boolean;
  /** As typed. */
  updates: string;
  autoEntropulse: boolean;
}

type Planned = Pick<TrainingSpec, "plan" | "autoEntropulse" | "settings">;

/** Updates of each RL phase that the plan adds from now on. */
export function updatesOf({ settings }: Pick<TrainingSpec, "settings">, fallback: number): number {
  return typeof settings.rl.updates === "number" ? settings.rl.updates : fallback;
}

export function planForm(spec: Planned, fallback: number): PlanForm {
  return {
    automatic: spec.plan === "automatic",
    updates: String(updatesOf(spec, fallback)),
    autoEntropulse: spec.autoEntropulse,
  };
}

export interface PlanChange {
  plan?: TrainingSpec["plan"];
  updates?: number;
  autoEntropulse?: boolean;
}

/** What is to be changed, or what is wrong with what was typed. */
export function planChange(
  form: PlanForm,
  spec: Planned,
  setting: SettingSpec,
): { change: PlanChange; error: null } | { change: null; error: string } {
  const updates = parseSetting(setting, form.updates);
  if (typeof updates !== "number") return { change: null, error: settingHint(setting) };
  const plan = form.automatic ? "automatic" : "manual";
  return {
    error: null,
    change: {
      ...(plan === spec.plan ? {} : { plan }),
      ...(updates === updatesOf(spec, Number(setting.default)) ? {} : { updates }),
      ...(form.autoEntropulse === spec.autoEntropulse ? {} : { autoEntropulse: form.autoEntropulse }),
    },
  };
}

export interface Upcoming {
  kind: PhaseKind;
  /** `RL 2` where it will be the second. */
  name: string;
}

/** What is still to come by rule, named as it will be. */
export function upcomingPhases(
  story: readonly { phase: Pick<Phase, "kind"> }[],
  kinds: readonly PhaseKind[],
): Upcoming[] {
  let rounds = story.filter(({ phase }) => phase.kind === "rl").length;
  return kinds.map((kind) => {
    if (kind !== "rl") return { kind, name: kindWord(kind) };
    rounds += 1;
    return { kind, name: `RL ${rounds}` };
  });
}

/** Why the plan cannot be changed; null when it can. */
export function planBlock({ controls, ended }: { controls: boolean; ended: boolean }): string | null {
  if (ended) return "The run has ended; nothing follows in it any more";
  return controls ? "With controls the arms go by rule, or they could not be compared" : null;
}
