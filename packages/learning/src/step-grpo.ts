import type { Distribution } from "./softmax.ts";
import { klDivergence } from "./softmax.ts";

export interface StepGrpoOptions {
  /** ε of the clip. */
  clip: number;
  /** β of the KL term to the reference policy. */
  klCoefficient: number;
}

export interface StepGrpoTerm {
  /** The term of the objective, before its weight. */
  objective: number;
  /** ∂(−weight · objective)/∂score, one per candidate. */
  scoreGradient: Float64Array;
  ratio: number;
  clipped: boolean;
  /** Exact D_KL(π_θ ‖ π_ref); 0 without a reference. */
  kl: number;
}

/**
 * One step's term of StepGRPO and its exact gradient with respect to the candidates' scores:
 *
 *     min(ρ A, clip(ρ, 1−ε, 1+ε) A) − β D_KL(π_θ ‖ π_ref),   ρ = π_θ(a) / π_old(a)
 *
 * @param options.weight the term's share of the objective: 1/ΣL_i of its group, over the number of groups in the batch
 */
export function stepGrpoTerm(
  policy: Distribution,
  options: StepGrpoOptions & {
    chosen: number;
    oldLogProb: number;
    advantage: number;
    weight: number;
    reference: Distribution | null;
  },
): StepGrpoTerm {
  const { chosen, advantage, clip, klCoefficient, weight, reference } = options;
  const ratio = Math.exp((policy.logProbs[chosen] as number) - options.oldLogProb);
  const bounded = Math.min(Math.max(ratio, 1 - clip), 1 + clip);
  const clipped = bounded * advantage < ratio * advantage;
  const surrogate = clipped ? bounded * advantage : ratio * advantage;
  const useKl = reference !== null && klCoefficient !== 0;
  const kl = reference ? klDivergence(policy, reference) : 0;
  const pull = clipped ? 0 : ratio * advantage;
  const scoreGradient = new Float64Array(policy.probs.length);
  for (let k = 0; k < scoreGradient.length; k++) {
    const prob = policy.probs[k] as number;
    let ascent = pull * ((k === chosen ? 1 : 0) - prob);
    if (useKl && prob > 0) {
      const logRatio = (policy.logProbs[k] as number) - (reference.logProbs[k] as number);
      ascent -= klCoefficient * prob * (logRatio - kl);
    }
    scoreGradient[k] = -weight * ascent;
  }
  return { objective: surrogate - klCoefficient * kl, scoreGradient, ratio, clipped, kl };
}

/** ∂(−weight · log π(chosen))/∂score: behaviour cloning and the Entropulse SFT. */
export function crossEntropyGradient(policy: Distribution, chosen: number, weight: number): Float64Array {
  const gradient = new Float64Array(policy.probs.length);
  for (let k = 0; k < gradient.length; k++) {
    gradient[k] = weight * ((policy.probs[k] as number) - (k === chosen ? 1 : 0));
  }
  return gradient;
}
