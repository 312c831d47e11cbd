import type { Decision } from "./decision.ts";
import { type Optimiser, stepDown } from "./optimiser.ts";
import { softmax } from "./softmax.ts";
import { crossEntropyGradient } from "./step-grpo.ts";

/** An action to imitate. */
export interface SftSample {
  decision: Decision;
  chosen: number;
}

export interface SftReport {
  /** Mean cross-entropy, nats. */
  loss: number;
  gradNorm: number;
  /** Mean entropy of the policy on the samples, nats. */
  entropy: number;
}

/**
 * One step of supervised fine-tuning on a batch: behaviour cloning, and the SFT of Entropulse.
 * @throws AppError `trainer_diverged`; nothing is changed then
 */
export function sftStep(
  optimiser: Optimiser,
  batch: readonly SftSample[],
  { learningRate, gradNorm }: { learningRate: number; gradNorm: number },
): SftReport {
  const { network, gradient } = optimiser;
  let loss = 0;
  let entropy = 0;
  for (const { decision, chosen } of batch) {
    const activations = network.forward(decision);
    const policy = softmax(activations.scores);
    loss -= (policy.logProbs[chosen] ?? 0) / batch.length;
    entropy += policy.entropy / batch.length;
    network.backward(decision, activations, crossEntropyGradient(policy, chosen, 1 / batch.length), gradient);
  }
  return { loss, entropy, gradNorm: stepDown(optimiser, { loss, learningRate, gradNorm }) };
}
