import { metricSpec } from "@deskrl/domain";
import type { Unit } from "@deskrl/ui";

export interface PanelSpec {
  id: string;
  title: string;
  /** One curve each; the second is drawn dashed. */
  names: readonly string[];
  unit: Unit;
  meaning: string;
  /** Phases in which it is measured, to say why a panel is empty. */
  since: "any phase" | "RL" | "evaluation";
}

function panel(name: string, since: PanelSpec["since"] = "RL"): PanelSpec {
  const spec = metricSpec(name);
  return {
    id: name,
    title: spec?.label ?? name,
    names: [name],
    unit: spec?.unit ?? "1",
    meaning: spec?.meaning ?? "Not in the catalog: a name of the trainer that logs here.",
    since,
  };
}

/** The board as it opens; every other metric can be added by name. */
export const PANELS: readonly PanelSpec[] = [
  panel("policy/entropy", "any phase"),
  panel("reward/mean"),
  {
    id: "success",
    title: "Success",
    names: ["success/rate", "success/rate_heldout"],
    unit: "share",
    meaning:
      "Share of judged episodes that succeeded: on the tasks it trains on, and dashed on held-out ones.",
    since: "RL",
  },
  panel("policy/kl_ref"),
  panel("policy/clip_fraction"),
  panel("policy/grad_norm", "any phase"),
  panel("episode/steps_mean"),
  panel("action/api_share"),
  panel("episode/invalid_fraction"),
  panel("group/no_spread_fraction"),
  panel("perf/trajectories_per_minute"),
  panel("policy/loss", "any phase"),
];

/** Panels shown unasked; more open a page slowly and are read by nobody. */
const MOST_UNASKED = 12;

/**
 * Panels of the board: the usual ones and those added by name.
 * @param logged of an external trainer, which logs what it likes: what it has logged takes the place of the usual ones,
 * those that are known to the catalog first
 */
export function panelsOf(more: readonly string[], logged: readonly string[] | null = null): PanelSpec[] {
  const usual = logged && logged.length > 0 ? loggedPanels(logged) : PANELS;
  const shown = new Set(usual.flatMap((each) => each.names));
  return [...usual, ...more.filter((name) => !shown.has(name)).map((name) => panel(name, "any phase"))];
}

function loggedPanels(logged: readonly string[]): PanelSpec[] {
  const known = PANELS.filter(({ names }) => names.some((name) => logged.includes(name)));
  const shown = new Set(known.flatMap((each) => each.names));
  const others = logged
    .filter((name) => !shown.has(name))
    .sort((a, b) => Number(metricSpec(a) === null) - Number(metricSpec(b) === null) || a.localeCompare(b));
  return [...known, ...others.map((name) => panel(name, "any phase"))].slice(0, MOST_UNASKED);
}

/** Why a panel has nothing to draw. */
export function emptyReason(
  spec: PanelSpec,
  options: {
    zoomed: boolean;
    logged: readonly string[] | null;
    kind: "training" | "external" | "evaluation";
  },
): string {
  const { zoomed, logged, kind } = options;
  const known = logged?.some((name) => spec.names.includes(name)) ?? false;
  if (zoomed && known) return "No point in this window. Press 0, or double-click, to see all.";
  if (kind === "external") return `The trainer has not logged ${spec.names.join(" or ")}.`;
  if (spec.since === "RL") return "Measured in RL phases; the first has not reported yet.";
  return "Nothing reported yet; the first point comes with the first step of the trainer.";
}
