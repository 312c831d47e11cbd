import { AppError } from "@deskrl/domain";
import { type AdamState, createAdamState } from "./adam.ts";
import type { Gradient } from "./gradient.ts";
import { KernelGradient } from "./kernel/kernel-gradient.ts";
import type { ScoreNetwork } from "./score-network.ts";
import { SparseGradient } from "./sparse-gradient.ts";

export interface Optimiser {
  network: ScoreNetwork;
  adam: AdamState;
  /** Holds the gradient of the batch; cleared when this returns or throws. */
  gradient: Gradient;
}

/**
 * An optimiser as quick as the machine allows, with copies of a network and of moments.
 * @param adam moments to go on with; none: fresh ones
 */
export function createOptimiser(source: ScoreNetwork, adam: AdamState | null = null): Optimiser {
  const network = source.clone().accelerated();
  const { kernel } = network;
  const moments = kernel ? { m: kernel.m, v: kernel.v, step: 0 } : createAdamState(network.weights.length);
  if (adam) {
    moments.m.set(adam.m);
    moments.v.set(adam.v);
    moments.step = adam.step;
  }
  const gradient = kernel ? new KernelGradient(kernel) : new SparseGradient(network.shape, "f32");
  return { network, adam: moments, gradient };
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
    const norm = gradient.norm();
    if (!Number.isFinite(norm)) throw diverged("policy/grad_norm", norm);
    gradient.adamStep(network.weights, adam, { learningRate, scale: Math.min(1, gradNorm / norm) });
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
