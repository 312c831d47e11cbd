import { describe, expect, test } from "vitest";
import { type Decision, encodeDecision } from "./decision.ts";
import { Random } from "./random.ts";
import { ScoreNetwork } from "./score-network.ts";
import { type Distribution, softmax } from "./softmax.ts";
import { SparseGradient } from "./sparse-gradient.ts";
import { crossEntropyGradient, stepGrpoTerm } from "./step-grpo.ts";

const shape = { tableBits: 8, width: 4, hidden: 6 };

function randomNetwork(random: Random): ScoreNetwork {
  const network = ScoreNetwork.create(shape, random, "f64");
  for (let i = 0; i < network.weights.length; i++) network.weights[i] = random.next() * 0.6 - 0.3;
  return network;
}

function randomDecision(random: Random): Decision {
  const candidates = Array.from({ length: 5 }, () =>
    Array.from({ length: 1 + random.below(4) }, () => random.below(12)),
  );
  return encodeDecision(
    candidates,
    Array.from({ length: 6 }, () => random.nextUint32()),
  );
}

/** Largest difference between the analytic gradient and central differences, over every weight of the network. */
function worstError(
  network: ScoreNetwork,
  decision: Decision,
  loss: (policy: Distribution) => number,
  scoreGradient: (policy: Distribution) => Float64Array,
): number {
  const gradient = new SparseGradient(shape);
  const activations = network.forward(decision);
  network.backward(decision, activations, scoreGradient(softmax(activations.scores)), gradient);
  const epsilon = 1e-6;
  let worst = 0;
  for (let i = 0; i < network.weights.length; i++) {
    const held = network.weights[i] as number;
    const at = (value: number) => {
      network.weights[i] = value;
      return loss(softmax(network.forward(decision).scores));
    };
    const numeric = (at(held + epsilon) - at(held - epsilon)) / (2 * epsilon);
    network.weights[i] = held;
    worst = Math.max(worst, Math.abs(numeric - (gradient.values[i] as number)));
  }
  return worst;
}

describe("gradients agree with finite differences in every weight", () => {
  test("cross-entropy of behaviour cloning and SFT", () => {
    const random = Random.fromSeed(1);
    for (let trial = 0; trial < 5; trial++) {
      const network = randomNetwork(random);
      const decision = randomDecision(random);
      const error = worstError(
        network,
        decision,
        (policy) => -0.7 * (policy.logProbs[2] as number),
        (policy) => crossEntropyGradient(policy, 2, 0.7),
      );
      expect(error).toBeLessThan(1e-7);
    }
  });

  test.each([
    { name: "inside the clip, positive advantage", advantage: 1.3, drift: 0.02 },
    { name: "inside the clip, negative advantage", advantage: -0.8, drift: -0.02 },
    { name: "clipped above", advantage: 1.3, drift: -1 },
    { name: "clipped below", advantage: -0.8, drift: 1 },
    {
      name: "far above with negative advantage, where the minimum is not clipped",
      advantage: -0.8,
      drift: -1,
    },
  ])("StepGRPO with KL, $name", ({ advantage, drift }) => {
    const random = Random.fromSeed(7);
    const network = randomNetwork(random);
    const decision = randomDecision(random);
    const reference = softmax(randomNetwork(random).forward(decision).scores);
    const oldLogProb = (softmax(network.forward(decision).scores).logProbs[1] as number) + drift;
    const term = (policy: Distribution) =>
      stepGrpoTerm(policy, {
        chosen: 1,
        oldLogProb,
        advantage,
        weight: 0.25,
        reference,
        clip: 0.2,
        klCoefficient: 0.1,
      });
    const error = worstError(
      network,
      decision,
      (policy) => -0.25 * term(policy).objective,
      (policy) => term(policy).scoreGradient,
    );
    expect(error).toBeLessThan(1e-7);
  });
});

test("a cleared gradient is zero everywhere, rows of an earlier batch included", () => {
  const random = Random.fromSeed(3);
  const network = randomNetwork(random);
  const gradient = new SparseGradient(shape);
  for (let i = 0; i < 3; i++) {
    const decision = randomDecision(random);
    const activations = network.forward(decision);
    network.backward(
      decision,
      activations,
      crossEntropyGradient(softmax(activations.scores), 0, 1),
      gradient,
    );
  }
  expect(gradient.norm()).toBeGreaterThan(0);
  gradient.clear();
  expect(gradient.values.every((value) => value === 0)).toBe(true);
});
