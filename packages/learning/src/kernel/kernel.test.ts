import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { compileKernels } from "../../scripts/compile-kernels.ts";
import { createAdamState } from "../adam.ts";
import { type Decision, encodeDecision } from "../decision.ts";
import { type ActedGroup, stepGrpoUpdate } from "../grpo-update.ts";
import { createOptimiser, type Optimiser } from "../optimiser.ts";
import { Random } from "../random.ts";
import { ScoreNetwork } from "../score-network.ts";
import { sftStep } from "../sft.ts";
import { softmax } from "../softmax.ts";
import { SparseGradient } from "../sparse-gradient.ts";
import { ROOM } from "./layout.ts";
import { KERNELS } from "./module.ts";

const SHAPES = [
  { tableBits: 10, width: 4, hidden: 6 },
  // Fewer rows than the 32 whose marks stand in one word.
  { tableBits: 3, width: 4, hidden: 2 },
];

function randomDecision(random: Random, states = random.below(11)): Decision {
  const lists = Array.from({ length: 1 + random.below(9) }, () =>
    Array.from({ length: random.below(7) }, () => random.below(40)),
  );
  return encodeDecision(
    lists,
    Array.from({ length: states }, () => random.nextUint32()),
  );
}

/** Two optimisers of one network: by plain code, and by kernels. */
function pair(shape: (typeof SHAPES)[number], seed: number): { plain: Optimiser; quick: Optimiser } {
  const random = Random.fromSeed(seed);
  const network = ScoreNetwork.create(shape, random);
  for (let i = 0; i < network.weights.length; i++) network.weights[i] = random.next() * 0.6 - 0.3;
  const adam = createAdamState(network.weights.length);
  return {
    plain: { network, adam, gradient: new SparseGradient(shape, "f32") },
    quick: createOptimiser(network),
  };
}

function expectSame(plain: Optimiser, quick: Optimiser): void {
  expect(Buffer.from(quick.network.weights.slice().buffer)).toEqual(
    Buffer.from(plain.network.weights.slice().buffer),
  );
  expect(quick.adam.m.slice()).toEqual(plain.adam.m);
  expect(quick.adam.v.slice()).toEqual(plain.adam.v);
  expect(quick.adam.step).toBe(plain.adam.step);
}

test.each(SHAPES)("scores and gradients are bit for bit those of the plain code: %o", (shape) => {
  const random = Random.fromSeed(5);
  const { plain, quick } = pair(shape, 1);
  expect(quick.network.kernel).not.toBeNull();
  for (let trial = 0; trial < 60; trial++) {
    const decision = randomDecision(random);
    const expected = plain.network.forward(decision);
    const found = quick.network.forward(decision);
    expect(found.scores).toEqual(expected.scores);
    const slope = expected.scores.map((_, k) => (k % 3 === 1 ? 0 : random.next() - 0.5));
    plain.network.backward(decision, expected, slope, plain.gradient);
    quick.network.backward(decision, found, slope, quick.gradient);
    expect(quick.gradient.values.slice()).toEqual(plain.gradient.values);
    expect(quick.gradient.norm()).toBe(plain.gradient.norm());
    if (trial % 7 !== 0) continue;
    plain.gradient.clear();
    quick.gradient.clear();
    expect(quick.gradient.values.every((value) => value === 0)).toBe(true);
    expect(quick.gradient.norm()).toBe(0);
  }
});

test.each(SHAPES)("what is learnt in many steps is bit for bit the same: %o", (shape) => {
  const random = Random.fromSeed(6);
  const { plain, quick } = pair(shape, 2);
  const samples = Array.from({ length: 40 }, () => ({ decision: randomDecision(random), chosen: 0 }));
  for (let from = 0; from < samples.length; from += 8) {
    const batch = samples.slice(from, from + 8);
    const rates = { learningRate: 0.01, gradNorm: from === 8 ? 1e-3 : 1 };
    expect(sftStep(quick, batch, rates)).toEqual(sftStep(plain, batch, rates));
    expectSame(plain, quick);
  }
  const reference = plain.network.clone();
  const groups: ActedGroup[] = [0, 1].map(() =>
    [0, 1, 0].map((reward) =>
      Array.from({ length: 5 }, () => ({
        decision: randomDecision(random),
        chosen: 0,
        oldLogProb: -random.next() * 2,
        reward,
      })),
    ),
  );
  const options = { learningRate: 0.01, gradNorm: 1, clip: 0.2, klCoefficient: 0.05 };
  const update = (optimiser: Optimiser, against: ScoreNetwork) =>
    stepGrpoUpdate({ ...optimiser, reference: against, random: Random.fromSeed(3) }, groups, {
      ...options,
      ...{ minibatches: 2, epochs: 2, temperature: 0.9 },
    });
  expect(update(quick, reference.accelerated())).toEqual(update(plain, reference));
  expectSame(plain, quick);
});

test("a decision that the kernels have no room for is computed all the same", () => {
  const { plain, quick } = pair({ tableBits: 10, width: 4, hidden: 6 }, 3);
  const large = randomDecision(Random.fromSeed(7), ROOM.states + 3);
  const small = randomDecision(Random.fromSeed(8));
  const batch = [small, large, small].map((decision) => ({ decision, chosen: 0 }));
  const rates = { learningRate: 0.01, gradNorm: 1 };
  expect(sftStep(quick, batch, rates)).toEqual(sftStep(plain, batch, rates));
  expectSame(plain, quick);
});

test("an optimiser goes on with moments and from weights that are copies", () => {
  const { quick } = pair({ tableBits: 10, width: 4, hidden: 6 }, 4);
  const decision = randomDecision(Random.fromSeed(9));
  const step = (optimiser: Optimiser) =>
    sftStep(optimiser, [{ decision, chosen: 0 }], { learningRate: 0.01, gradNorm: 1 });
  step(quick);
  const copy = createOptimiser(quick.network, quick.adam);
  step(quick);
  step(copy);
  expectSame(quick, copy);
  step(copy);
  expect(copy.network.weights).not.toEqual(quick.network.weights);
});

test("networks that are quick do not disturb each other", () => {
  const { quick } = pair({ tableBits: 10, width: 4, hidden: 6 }, 4);
  const decision = randomDecision(Random.fromSeed(9), 5);
  const before = softmax(quick.network.forward(decision).scores);
  const other = quick.network.clone().accelerated();
  other.weights.fill(0);
  expect(softmax(quick.network.forward(decision).scores)).toEqual(before);
});

// The compiler takes a second, and many on a machine that is busy.
test("the module is what its source compiles to", { timeout: 120_000 }, async () => {
  const source = await readFile(new URL("../../assembly/kernels.ts", import.meta.url), "utf8");
  expect(Buffer.from(await compileKernels(source)).toString("base64")).toBe(KERNELS);
});
