import type { PhaseKind } from "@deskrl/domain";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createTrainer, resumeTrainer } from "./create-trainer.ts";
import { readCheckpoint } from "./phase-checkpoint.ts";
import { finish, TINY, tinyOptions, trained } from "./testing/tiny.ts";

// Each test carries out several phases.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cloned: Uint8Array;
let reinforced: Uint8Array;

beforeAll(async () => {
  // Cloned well, so that episodes of the RL phase succeed and its pool is not empty.
  cloned = await trained("bc", {
    settings: {
      ...TINY.bc,
      demonstrations: 36,
      epochs: 12,
      chunkBatches: 64,
      learningRate: 0.01,
      probeTasks: 0,
      evaluateTasks: 0,
    },
  });
  reinforced = await trained("rl", { start: cloned });
});

const starts: Readonly<Record<PhaseKind, () => Uint8Array | null>> = {
  bc: () => null,
  rl: () => cloned,
  entropulse: () => reinforced,
  eval: () => cloned,
};

describe.each(["bc", "rl", "entropulse", "eval"] as const)("a phase of kind %s", (kind) => {
  test("interrupted after any unit ends bit for bit as uninterrupted", async () => {
    const options = tinyOptions(kind, { start: starts[kind]() });
    const whole = await createTrainer(options);
    const expected = await finish(whole);
    expect(expected.length).toBeGreaterThan(2);
    expect(expected.at(-1)).toMatchObject({ step: whole.plannedSteps, done: true });
    for (let cut = 0; cut < expected.length; cut++) {
      const first = await createTrainer(options);
      const before = [];
      for (let unit = 0; unit < cut; unit++) before.push(await first.next());
      const saved = first.checkpoint();
      // What goes on after the checkpoint must not matter to it.
      await first.next();
      const second = await resumeTrainer(saved, { ...options, start: null });
      expect(second.restored).toMatchObject({ step: cut, optimiser: true, reference: true, random: true });
      const after = await finish(second);
      expect([...before, ...after]).toEqual(expected);
      expect(Buffer.compare(second.checkpoint(), whole.checkpoint()), `cut after ${cut}`).toBe(0);
    }
  });

  test("is the same again from the same options, and another one from another seed", async () => {
    const options = tinyOptions(kind, { start: starts[kind]() });
    const [one, same, other] = await Promise.all(
      [options, options, { ...options, seed: 4 }].map(async (given) => {
        const trainer = await createTrainer(given);
        return { yields: await finish(trainer), checkpoint: trainer.checkpoint() };
      }),
    );
    expect(same).toEqual(one);
    expect(other?.yields).not.toEqual(one?.yields);
  });

  test("is not resumed with other options", async () => {
    const options = tinyOptions(kind, { start: starts[kind]() });
    const saved = (await createTrainer(options)).checkpoint();
    const others = [
      { ...options, seed: 9 },
      { ...options, suite: { ...options.suite, trainTasks: 35 } },
      { ...options, actionSpace: "gui" as const },
      { ...options, settings: { ...options.settings, maxSteps: 7 } },
    ];
    for (const other of others) {
      await expect(resumeTrainer(saved, other)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});

test("a checkpoint says what it holds", () => {
  expect(readCheckpoint(reinforced)).toMatchObject({ kind: "rl", step: 4, done: true, hasPool: true });
  expect(readCheckpoint(cloned)).toMatchObject({ kind: "bc", done: true, hasPool: false });
});

test("a checkpoint that is cut or altered anywhere is refused", async () => {
  const options = tinyOptions("rl", { start: cloned });
  for (const share of [0, 0.001, 0.3, 0.5, 0.999]) {
    const cut = reinforced.slice(0, Math.floor(reinforced.length * share));
    await expect(resumeTrainer(cut, options)).rejects.toMatchObject({ code: "checkpoint_invalid" });
    const altered = reinforced.slice();
    const at = Math.floor(reinforced.length * share);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await expect(createTrainer({ ...options, start: altered })).rejects.toMatchObject({
      code: "checkpoint_invalid",
    });
  }
});
