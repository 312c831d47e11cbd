import { expect, test } from "vitest";
import { groupAdvantages } from "./advantage.ts";
import { klDivergence, softmax } from "./softmax.ts";
import { stepGrpoTerm } from "./step-grpo.ts";

/** The objective of one group written down once more, straight from the formula, sharing no code with the product. */
function objectiveByHand(group: {
  rewards: number[][];
  probs: number[][];
  oldProbs: number[][];
  kl: number[][];
  clip: number;
  beta: number;
}): number {
  const all = group.rewards.flat();
  const mean = all.reduce((a, b) => a + b) / all.length;
  const std = Math.sqrt(all.map((r) => (r - mean) ** 2).reduce((a, b) => a + b) / all.length);
  let sum = 0;
  group.rewards.forEach((steps, i) => {
    steps.forEach((reward, j) => {
      const ratio = (group.probs[i]?.[j] ?? 0) / (group.oldProbs[i]?.[j] ?? 1);
      const a = (reward - mean) / std;
      const clipped = Math.max(1 - group.clip, Math.min(1 + group.clip, ratio));
      sum += Math.min(ratio * a, clipped * a) - group.beta * (group.kl[i]?.[j] ?? 0);
    });
  });
  return sum / all.length;
}

test("a group's objective is the formula's: all steps of all trajectories, 1/ΣL, clip and KL", () => {
  const rewards = [
    [1, 1, 0, 1],
    [0, 0],
    [0, 0, 0, 0, 0],
  ];
  const scores = (i: number, j: number) => Float64Array.of(0.3 * i + 0.1 * j, -0.2 * j, 0.5);
  const oldScores = (i: number, j: number) => Float64Array.of(0.1 * i, 0.4 - 0.3 * j, 0.2);
  const referenceScores = (i: number, j: number) => Float64Array.of(0, 0.1 * i, -0.1 * j);
  const { advantages, stepCount } = groupAdvantages(rewards);
  const weight = 1 / stepCount;
  let objective = 0;
  const probs: number[][] = [];
  const oldProbs: number[][] = [];
  const kl: number[][] = [];
  rewards.forEach((steps, i) => {
    probs.push([]);
    oldProbs.push([]);
    kl.push([]);
    steps.forEach((_reward, j) => {
      const policy = softmax(scores(i, j));
      const old = softmax(oldScores(i, j));
      const reference = softmax(referenceScores(i, j));
      const chosen = (i + j) % 3;
      probs[i]?.push(policy.probs[chosen] ?? 0);
      oldProbs[i]?.push(old.probs[chosen] ?? 0);
      kl[i]?.push(klDivergence(policy, reference));
      const term = stepGrpoTerm(policy, {
        chosen,
        oldLogProb: old.logProbs[chosen] ?? 0,
        advantage: advantages[i]?.[j] ?? 0,
        weight,
        reference,
        clip: 0.2,
        klCoefficient: 0.05,
      });
      objective += weight * term.objective;
    });
  });
  expect(objective).toBeCloseTo(objectiveByHand({ rewards, probs, oldProbs, kl, clip: 0.2, beta: 0.05 }), 12);
});

test.each([
  { name: "all failed", rewards: [[0, 0], [0]] },
  { name: "all succeeded", rewards: [[1, 1, 1], [1]] },
  { name: "no steps at all", rewards: [[], []] },
])("a group without spread ($name) has advantage 0 and says so", ({ rewards }) => {
  const group = groupAdvantages(rewards);
  expect(group.hasSpread).toBe(false);
  expect(group.advantages.flat().every((advantage) => advantage === 0)).toBe(true);
});

test("a malformed step inside a success is pushed down, long failures push short successes up", () => {
  const { advantages } = groupAdvantages([
    [1, 0, 1],
    [0, 0, 0, 0],
  ]);
  expect(advantages[0]?.[1]).toBeLessThan(0);
  const short = groupAdvantages([[1], [0]]).advantages[0]?.[0] ?? 0;
  const long = groupAdvantages([[1], [0, 0, 0, 0]]).advantages[0]?.[0] ?? 0;
  expect(long).toBeGreaterThan(short);
});
