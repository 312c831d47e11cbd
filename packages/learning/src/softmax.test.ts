import { expect, test } from "vitest";
import { Random } from "./random.ts";
import { argmax, klDivergence, sample, softmax } from "./softmax.ts";

test("a uniform policy over 41 candidates has entropy ln 41", () => {
  expect(softmax(new Float64Array(41)).entropy).toBeCloseTo(Math.log(41), 12);
});

test("scores of any size give probabilities, never NaN", () => {
  const { probs, entropy } = softmax(Float64Array.of(1e6, -1e6, 1e6));
  expect([...probs]).toEqual([0.5, 0, 0.5]);
  expect(entropy).toBeCloseTo(Math.log(2), 12);
});

test("KL is 0 of a policy to itself and positive to another", () => {
  const p = softmax(Float64Array.of(1, 2, 3));
  expect(klDivergence(p, p)).toBe(0);
  expect(klDivergence(p, softmax(Float64Array.of(3, 2, 1)))).toBeGreaterThan(0);
});

test("samples come as often as their probability says", () => {
  const policy = softmax(Float64Array.of(Math.log(0.6), Math.log(0.3), Math.log(0.1)));
  const random = Random.fromSeed(11);
  const counts = [0, 0, 0];
  for (let i = 0; i < 20_000; i++) {
    const k = sample(policy, random.next());
    counts[k] = (counts[k] ?? 0) + 1;
  }
  expect(counts.map((count) => Math.round(count / 200) / 100)).toEqual([
    expect.closeTo(0.6, 1),
    expect.closeTo(0.3, 1),
    expect.closeTo(0.1, 1),
  ]);
  expect(argmax(policy)).toBe(0);
});

test("a generator restored from its state draws the same numbers", () => {
  const random = Random.fromSeed(5);
  for (let i = 0; i < 10; i++) random.next();
  const restored = new Random(random.state);
  expect(Array.from({ length: 20 }, () => restored.nextUint32())).toEqual(
    Array.from({ length: 20 }, () => random.nextUint32()),
  );
});
