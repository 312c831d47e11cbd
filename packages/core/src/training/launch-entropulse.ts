import type { Actor, Phase, PhaseSettings, PhaseStart } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { requestPhaseAs } from "./request-phase.ts";

export interface LaunchEntropulseOptions {
  actor: Actor;
  branchId: string;
  settings?: PhaseSettings | undefined;
  /** @default the weights before, with a fresh optimiser and a new reference */
  start?: PhaseStart | undefined;
  /** Ask the RL phase at work to finish. @default true */
  stopRl?: boolean | undefined;
}

/**
 * Launches Entropulse: the RL phase at work is asked to end at its next iteration, and SFT on the run's own successes
 * follows. Asking twice answers the same phase.
 * @throws AppError `not_found`, `conflict`
 */
export function launchEntropulse(ctx: CoreContext, options: LaunchEntropulseOptions): Promise<Phase> {
  const { actor, stopRl = true, ...rest } = options;
  const request = { ...rest, kind: "entropulse", endCurrent: stopRl } as const;
  return requestPhaseAs(ctx, { actor, act: "training.entropulse", request });
}
