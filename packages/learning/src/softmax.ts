/** A distribution over the candidates of one decision, exact: every probability is at hand. */
export interface Distribution {
  /** log π(k), nats. */
  logProbs: Float64Array;
  probs: Float64Array;
  /** −Σ π log π, nats. */
  entropy: number;
}

/**
 * Softmax of scores at a temperature.
 * @param scores one number per candidate; at least one
 */
export function softmax(scores: Float64Array, temperature = 1): Distribution {
  const n = scores.length;
  const logProbs = new Float64Array(n);
  const probs = new Float64Array(n);
  let top = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < n; k++) top = Math.max(top, (scores[k] as number) / temperature);
  let total = 0;
  for (let k = 0; k < n; k++) {
    const shifted = (scores[k] as number) / temperature - top;
    logProbs[k] = shifted;
    total += Math.exp(shifted);
  }
  const logTotal = Math.log(total);
  let entropy = 0;
  for (let k = 0; k < n; k++) {
    const logProb = (logProbs[k] as number) - logTotal;
    const prob = Math.exp(logProb);
    logProbs[k] = logProb;
    probs[k] = prob;
    if (prob > 0) entropy -= prob * logProb;
  }
  return { logProbs, probs, entropy };
}

/** Exact D_KL(p ‖ q) in nats over the same candidates. */
export function klDivergence(p: Distribution, q: Distribution): number {
  let sum = 0;
  for (let k = 0; k < p.probs.length; k++) {
    const prob = p.probs[k] as number;
    if (prob > 0) sum += prob * ((p.logProbs[k] as number) - (q.logProbs[k] as number));
  }
  return sum;
}

/** Draws a candidate. @param uniform a number in [0, 1) */
export function sample(distribution: Distribution, uniform: number): number {
  let rest = uniform;
  const { probs } = distribution;
  for (let k = 0; k < probs.length; k++) {
    rest -= probs[k] as number;
    if (rest < 0) return k;
  }
  return probs.length - 1;
}

/** The most probable candidate; the first of equals. */
export function argmax(distribution: Distribution): number {
  let best = 0;
  for (let k = 1; k < distribution.probs.length; k++) {
    if ((distribution.probs[k] as number) > (distribution.probs[best] as number)) best = k;
  }
  return best;
}
