import { AppError } from "@deskrl/domain";
import { type AdamState, adamStep } from "./adam.ts";
import type { ScoreNetwork } from "./score-network.ts";
import type { SparseGradient } from "./sparse-gradient.ts";

export interface Optimiser {
  network: ScoreNetwork;
  adam: AdamState;
  /** Holds the gradient of the batch; cleared when this returns or throws. */
  gradient: SparseGradient;
}

/**
 * Clips the gradient and takes one step of Adam.
 * @returns the norm before clipping
 * @throws AppError `trainer_diverged` when loss or gradient is not finite: nothing is changed then
 */
export function stepDown(
  { network, adam, gradient }: Optimiser,
  { loss, learningRate, gradNorm }: { loss: number; learningRate: number; gradNorm: number },
): number {
  try {
    if (!Number.isFinite(loss)) throw diverged("policy/loss", loss);
    gradient.sort();
    const norm = gradient.norm();
    if (!Number.isFinite(norm)) throw diverged("policy/grad_norm", norm);
    adamStep(network.weights, gradient, adam, { learningRate, scale: Math.min(1, gradNorm / norm) });
    return norm;
  } finally {
    gradient.clear();
  }
}

function diverged(metric: string, value: number): AppError {
  return new AppError("trainer_diverged", `${metric} is ${value}; the update was not applied.`, {
    where: metric,
    fix: "Go on from the last checkpoint with a smaller learning rate.",
  });
}
