import type { PhaseStart } from "@deskrl/domain";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createTrainer, resumeTrainer } from "./create-trainer.ts";
import { openCheckpoint } from "./phase-checkpoint.ts";
import { finish, TINY, tinyOptions, trained } from "./testing/tiny.ts";

// Each test carries out several phases.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ALL_NEW: PhaseStart = { weights: "previous", optimiser: "fresh", reference: "fresh", data: "fresh" };

let reinforced: Uint8Array;
let pulsed: Uint8Array;

beforeAll(async () => {
  const settings = { ...TINY.bc, demonstrations: 36, epochs: 12, chunkBatches: 64, learningRate: 0.01 };
  const cloned = await trained("bc", { settings: { ...settings, probeTasks: 0, evaluateTasks: 0 } });
  reinforced = await trained("rl", { start: cloned });
  pulsed = await trained("entropulse", { start: reinforced });
});

/** What a phase holds before its first unit. */
async function begun(start: Uint8Array, startFrom: PhaseStart, kind: "rl" | "entropulse" = "rl") {
  const trainer = await createTrainer(tinyOptions(kind, { start, startFrom }));
  return openCheckpoint(trainer.checkpoint()).state;
}

/** Tasks of a whole RL phase, in the order they were drawn. */
async function tasksOf(start: Uint8Array, startFrom: PhaseStart): Promise<string[]> {
  const units = await finish(await createTrainer(tinyOptions("rl", { start, startFrom })));
  return units.flatMap(({ groups }) => groups.map(({ taskKey }) => taskKey));
}

describe.each(["rl", "entropulse"] as const)("a phase of kind %s", (kind) => {
  test("takes over each part that it is asked to, and no other", async () => {
    const before = openCheckpoint(pulsed).state;
    // An SFT surely moves the weights away from their reference; so short an RL phase need not.
    expect(before.reference.weights).not.toEqual(before.network.weights);
    expect(before.adam.step).toBeGreaterThan(0);

    const fresh = await begun(pulsed, ALL_NEW, kind);
    expect(fresh.network.weights).toEqual(before.network.weights);
    expect(fresh.reference.weights).toEqual(before.network.weights);
    expect(fresh.adam.step).toBe(0);
    expect(fresh.adam.m.every((value) => value === 0)).toBe(true);

    const optimiser = await begun(pulsed, { ...ALL_NEW, optimiser: "previous" }, kind);
    expect(optimiser.adam).toEqual(before.adam);
    expect(optimiser.reference.weights).toEqual(before.network.weights);

    const reference = await begun(pulsed, { ...ALL_NEW, reference: "previous" }, kind);
    expect(reference.reference.weights).toEqual(before.reference.weights);
    expect(reference.adam.step).toBe(0);

    const blank = await begun(pulsed, { ...ALL_NEW, weights: "fresh", optimiser: "previous" }, kind);
    expect(blank.network.weights).not.toEqual(before.network.weights);
    expect(blank.reference.weights).toEqual(blank.network.weights);
    expect(blank.adam.step).toBe(0);
  });
});

describe("the order of the training tasks", () => {
  test("goes on where the last RL phase stopped, also after an Entropulse between them", async () => {
    // 36 tasks, 4 updates of 3: three phases on one order take each task once.
    const first = openCheckpoint(reinforced).state.taskOrder;
    expect(first?.drawn).toBe(12);
    const direct = await tasksOf(reinforced, { ...ALL_NEW, data: "previous" });
    const later = await tasksOf(pulsed, { ...ALL_NEW, data: "previous" });
    expect(later).toEqual(direct);
    expect(new Set(direct).size).toBe(12);
    expect(openCheckpoint(pulsed).state.taskOrder).toEqual(first);
  });

  test("is another one when the phase begins with one of its own", async () => {
    const own = await tasksOf(reinforced, ALL_NEW);
    expect(own).not.toEqual(await tasksOf(reinforced, { ...ALL_NEW, data: "previous" }));
    expect(own).toEqual(await tasksOf(reinforced, { ...ALL_NEW, data: undefined }));
  });

  test("that was taken over is kept by a resume", async () => {
    const options = tinyOptions("rl", { start: pulsed, startFrom: { ...ALL_NEW, data: "previous" } });
    const whole = await createTrainer(options);
    await finish(whole);
    const cut = await createTrainer(options);
    await cut.next();
    const resumed = await resumeTrainer(cut.checkpoint(), { ...options, start: null });
    await finish(resumed);
    expect(Buffer.compare(resumed.checkpoint(), whole.checkpoint())).toBe(0);
    expect(openCheckpoint(whole.checkpoint()).state.taskOrder?.drawn).toBe(24);
  });
});
