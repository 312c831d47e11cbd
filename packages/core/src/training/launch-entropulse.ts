import type { Actor, Phase, PhaseSettings } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { requestPhaseAs } from "./request-phase.ts";

export interface LaunchEntropulseOptions {
  actor: Actor;
  branchId: string;
  settings?: PhaseSettings | undefined;
  /** Ask the RL phase at work to finish. @default true */
  stopRl?: boolean | undefined;
}

/**
 * Launches Entropulse: the RL phase at work is asked to end at its next iteration, and SFT on the run's own successes
 * follows. Asking twice answers the same phase.
 * @throws AppError `not_found`, `conflict`
 */
export function launchEntropulse(ctx: CoreContext, options: LaunchEntropulseOptions): Promise<Phase> {
  const { actor, branchId, settings, stopRl = true } = options;
  const request = { branchId, kind: "entropulse", settings, endCurrent: stopRl } as const;
  return requestPhaseAs(ctx, { actor, act: "training.entropulse", request });
}
