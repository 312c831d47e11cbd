import type { BranchRow, PhaseRow } from "@deskrl/db";
import { BranchArm, PhaseKind, type TrainingSpec } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { RULE_ACTOR } from "./append-phase.ts";
import { applyWish } from "./apply-wish.ts";
import { scriptOf, upcomingKinds } from "./plan.ts";
import { suggestionOf } from "./read-suggestions.ts";
import { isDue } from "./throttle.ts";

/** Time between two looks at the evidence: it changes with iterations, not with events. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * Ends an RL phase early when the evidence suggests Entropulse, which the plan has next. Only where the automatic plan was
 * switched on with that: nothing else ever acts on a suggestion.
 * @param branch whose phases this transaction holds
 */
export async function endBySuggestion(
  ctx: CoreContext,
  unit: UnitOfWork,
  options: { spec: TrainingSpec; branch: BranchRow; phases: readonly PhaseRow[]; phase: PhaseRow },
): Promise<boolean> {
  const { spec, branch, phases, phase } = options;
  const runs = phase.kind === "rl" && phase.state === "running" && phase.desiredState === "running";
  if (!runs || !spec.autoEntropulse || spec.plan !== "automatic") return false;
  const kinds = phases.map((row) => PhaseKind.parse(row.kind));
  if (!upcomingKinds(scriptOf(BranchArm.parse(branch.arm), spec), kinds).includes("entropulse")) return false;
  if (!isDue(ctx, `suggestion ${phase.id}`, LOOK_INTERVAL_MS)) return false;
  const { suggested } = await suggestionOf(unit.tx, phase.id);
  if (!suggested) return false;
  return (await applyWish(ctx, unit, { phase, wish: "finished", by: RULE_ACTOR })).changed;
}
