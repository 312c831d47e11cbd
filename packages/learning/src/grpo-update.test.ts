import { expect, test } from "vitest";
import { createAdamState } from "./adam.ts";
import { type Decision, encodeDecision } from "./decision.ts";
import { type ActedGroup, stepGrpoUpdate } from "./grpo-update.ts";
import { Random } from "./random.ts";
import { ScoreNetwork } from "./score-network.ts";
import { SparseGradient } from "./sparse-gradient.ts";

const shape = { tableBits: 4, width: 2, hidden: 3 };
const options = {
  learningRate: 0.01,
  gradNorm: 1e9,
  clip: 0.2,
  klCoefficient: 0.05,
  minibatches: 1,
  epochs: 1,
  temperature: 1,
};

function randomNetwork(seed: number): ScoreNetwork {
  const random = Random.fromSeed(seed);
  const network = ScoreNetwork.create(shape, random, "f64");
  for (let i = 0; i < network.weights.length; i++) network.weights[i] = random.next() - 0.5;
  return network;
}

function randomDecision(random: Random): Decision {
  const lists = Array.from({ length: 4 }, () => [random.nextUint32(), random.nextUint32()]);
  return encodeDecision(lists, [random.nextUint32(), random.nextUint32(), random.nextUint32()]);
}

/** Probabilities by the definition of the softmax, sharing nothing with the product but the scores. */
function probabilities(network: ScoreNetwork, decision: Decision): number[] {
  const powers = [...network.forward(decision).scores].map(Math.exp);
  const total = powers.reduce((a, b) => a + b);
  return powers.map((power) => power / total);
}

/** The objective of StepGRPO as the paper writes it, mean over the groups that have spread. */
function objective(network: ScoreNetwork, reference: ScoreNetwork, groups: readonly ActedGroup[]): number {
  const ofGroups: number[] = [];
  for (const group of groups) {
    const rewards = group.flatMap((steps) => steps.map(({ reward }) => reward));
    const mean = rewards.reduce((a, b) => a + b) / rewards.length;
    const std = Math.sqrt(rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / rewards.length);
    if (std === 0) continue;
    let sum = 0;
    for (const { decision, chosen, oldLogProb, reward } of group.flat()) {
      const p = probabilities(network, decision);
      const q = probabilities(reference, decision);
      const ratio = (p[chosen] ?? 0) / Math.exp(oldLogProb);
      const advantage = (reward - mean) / std;
      const bounded = Math.min(1.2, Math.max(0.8, ratio));
      const kl = p.reduce((total, value, k) => total + value * Math.log(value / (q[k] ?? 1)), 0);
      sum += Math.min(ratio * advantage, bounded * advantage) - 0.05 * kl;
    }
    ofGroups.push(sum / rewards.length);
  }
  return ofGroups.reduce((a, b) => a + b, 0) / ofGroups.length;
}

function groupsFor(
  network: ScoreNetwork,
  rewards: readonly (readonly (readonly number[])[])[],
): ActedGroup[] {
  const random = Random.fromSeed(9);
  return rewards.map((group) =>
    group.map((steps) =>
      steps.map((reward) => {
        const decision = randomDecision(random);
        const chosen = random.below(4);
        // Old probabilities a little off, so that ratios differ from 1 and some are clipped.
        const drift = (random.next() - 0.5) * 0.8;
        return {
          decision,
          chosen,
          reward,
          oldLogProb: Math.log(probabilities(network, decision)[chosen] ?? 1) + drift,
        };
      }),
    ),
  );
}

const REWARDS = [
  [
    [1, 1, 0, 1],
    [0, 0],
    [0, 0, 0],
  ],
  [[1, 1], [1]],
  [[0], [1, 1, 1, 1, 0]],
];

test("an update is one step of Adam up the paper's objective, whose gradient is taken numerically", () => {
  const network = randomNetwork(1);
  const reference = randomNetwork(2);
  const groups = groupsFor(network, REWARDS);
  const before = network.weights.slice();
  const numeric = before.map((held, i) => {
    const at = (value: number) => {
      network.weights[i] = value;
      return objective(network, reference, groups);
    };
    const slope = (at(held + 1e-5) - at(held - 1e-5)) / 2e-5;
    network.weights[i] = held;
    return slope;
  });
  const adam = createAdamState(network.weights.length);
  const loss = -objective(network, reference, groups);
  const report = stepGrpoUpdate(
    { network, reference, adam, gradient: new SparseGradient(shape), random: Random.fromSeed(3) },
    groups,
    options,
  );
  expect(report).toMatchObject({ groupsWithSpread: 2, trainedSteps: 15 });
  expect(report.loss).toBeCloseTo(loss, 9);
  expect(report.gradNorm).toBeCloseTo(Math.hypot(...numeric), 5);
  // The first step of Adam moves each weight by the learning rate against the sign of the loss's gradient.
  numeric.forEach((slope, i) => {
    if (Math.abs(slope) < 1e-6) return;
    expect((network.weights[i] ?? 0) - (before[i] ?? 0)).toBeCloseTo(0.01 * Math.sign(slope), 4);
    expect(adam.m[i]).toBeCloseTo(-0.1 * slope, 5);
  });
});

test("groups without spread move nothing, not even towards the reference", () => {
  const network = randomNetwork(1);
  const before = network.weights.slice();
  const adam = createAdamState(network.weights.length);
  const groups = groupsFor(network, [
    [[0, 0], [0]],
    [[1], [1, 1]],
  ]);
  const report = stepGrpoUpdate(
    {
      network,
      reference: randomNetwork(2),
      adam,
      gradient: new SparseGradient(shape),
      random: Random.fromSeed(3),
    },
    groups,
    options,
  );
  expect(report).toMatchObject({ groupsWithSpread: 0, trainedSteps: 0, loss: null, gradNorm: null });
  expect(report.advantages).toEqual([
    [[0, 0], [0]],
    [[0], [0, 0]],
  ]);
  expect(network.weights).toEqual(before);
  expect(adam.step).toBe(0);
});

test("minibatches make as many steps of the optimiser, and each trained step is met once an epoch", () => {
  const network = randomNetwork(1);
  const adam = createAdamState(network.weights.length);
  const groups = groupsFor(network, REWARDS);
  stepGrpoUpdate(
    { network, reference: null, adam, gradient: new SparseGradient(shape), random: Random.fromSeed(3) },
    groups,
    { ...options, klCoefficient: 0, minibatches: 4, epochs: 2 },
  );
  expect(adam.step).toBe(8);
});
