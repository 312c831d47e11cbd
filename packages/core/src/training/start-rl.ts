import type { Actor, Phase, PhaseSettings, PhaseStart } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { requestPhaseAs } from "./request-phase.ts";

export interface StartRlOptions {
  actor: Actor;
  branchId: string;
  settings?: PhaseSettings | undefined;
  /** @default the weights before, with a fresh optimiser and a new reference */
  start?: PhaseStart | undefined;
}

/**
 * Starts RL again after what is at work has ended by itself. Asking twice answers the same phase.
 * @throws AppError `not_found`, `conflict`
 */
export function startRl(ctx: CoreContext, { actor, ...options }: StartRlOptions): Promise<Phase> {
  const request = { ...options, kind: "rl", endCurrent: false } as const;
  return requestPhaseAs(ctx, { actor, act: "training.rl", request });
}
