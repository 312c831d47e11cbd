import { AppError } from "@deskrl/domain";
import { decodeCheckpoint, encodeCheckpoint } from "@deskrl/learning";
import { beforeAll, expect, test, vi } from "vitest";
import { createTrainer } from "./create-trainer.ts";
import { allOrNothing, goOn } from "./learner-state.ts";
import { openCheckpoint } from "./phase-checkpoint.ts";
import { finish, tinyOptions, trained } from "./testing/tiny.ts";

// Each test carries out whole iterations.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cloned: Uint8Array;

beforeAll(async () => {
  cloned = await trained("bc");
});

test("an episode that the machinery broke is played again and enters no group", async () => {
  const trainer = await createTrainer(
    tinyOptions("rl", {
      start: cloned,
      beforeEpisode: ({ member, retry }) => {
        if (member === 1 && retry === 0) throw new Error("the desktop is gone");
      },
    }),
  );
  const unit = await trainer.next();
  const invalid = unit?.episodes.filter(({ verdict }) => verdict === "invalid") ?? [];
  expect(invalid).toHaveLength(3);
  expect(
    invalid.every(({ steps, cause, reason }) => steps.length === 0 && cause === "internal" && reason),
  ).toBe(true);
  expect(unit?.groups).toMatchObject([
    { size: 3, invalid: 1, retries: 1 },
    { size: 3, invalid: 1, retries: 1 },
    { size: 3, invalid: 1, retries: 1 },
  ]);
  expect(unit?.metrics["episode/invalid_fraction"]).toBeCloseTo(3 / 12);
  expect(unit?.metrics["group/dropped"]).toBe(0);
  expect(new Set(unit?.episodes.map(({ id }) => id)).size).toBe(12);
});

test("a group whose budget of retries is used up is dropped and counted, and the others are trained", async () => {
  const options = tinyOptions("rl", {
    start: cloned,
    invalidLimit: 1,
    beforeEpisode: ({ group }) => {
      if (group === 0) throw new Error("the desktop is gone");
    },
  });
  const unit = await (await createTrainer(options)).next();
  expect(unit?.groups[0]).toMatchObject({ state: "dropped", invalid: 3, rewardMean: null });
  expect(unit?.groups[0]?.reason).toContain("the desktop is gone");
  expect(unit?.groups.slice(1).map(({ state }) => state)).not.toContain("dropped");
  expect(unit?.metrics["group/dropped"]).toBe(1);
  expect(unit?.pauseReason).toBeNull();
});

test("a trainer asks to be paused when more of its episodes are invalid than allowed", async () => {
  const options = tinyOptions("rl", {
    start: cloned,
    invalidLimit: 0.2,
    beforeEpisode: ({ retry, member }) => {
      if (retry === 0 && member > 0) throw new Error("the desktop is gone");
    },
  });
  expect((await (await createTrainer(options)).next())?.pauseReason).toBe("invalid_fraction");
});

test("weights that are no numbers are refused at the start", async () => {
  const { header, arrays } = decodeCheckpoint(cloned);
  const weights = new Float32Array(arrays.weights ?? []);
  weights[0] = Number.NaN;
  const broken = encodeCheckpoint({ header, arrays: { ...arrays, weights } });
  const made = createTrainer(tinyOptions("rl", { start: broken }));
  await expect(made).rejects.toMatchObject({ code: "checkpoint_invalid" });
});

test("a policy of another shape than its checkpoint says is refused", async () => {
  const { header, arrays } = decodeCheckpoint(cloned);
  const short = encodeCheckpoint({ header, arrays: { ...arrays, weights: new Float32Array(10) } });
  const made = createTrainer(tinyOptions("rl", { start: short }));
  await expect(made).rejects.toMatchObject({ code: "checkpoint_invalid" });
});

test("an update that fails half-way leaves weights, optimiser and random state as they were", async () => {
  const state = goOn(openCheckpoint(cloned).state);
  const before = structuredClone({
    weights: state.network.weights.slice(),
    adam: { m: state.adam.m.slice(), v: state.adam.v.slice(), step: state.adam.step },
    random: state.random.state,
  });
  expect(() =>
    allOrNothing(state, () => {
      state.network.weights.fill(1);
      state.adam.m.fill(1);
      state.adam.step += 1;
      state.random.next();
      state.dataCursor += 1;
      throw new AppError("trainer_diverged", "policy/loss is NaN");
    }),
  ).toThrow("policy/loss is NaN");
  const { network, adam, random } = state;
  const { m, v, step } = adam;
  const after = {
    weights: network.weights.slice(),
    adam: { m: m.slice(), v: v.slice(), step },
    random: random.state,
  };
  expect(after).toEqual(before);
});

test("a phase that is told to stop in the middle of a unit stops", async () => {
  const trainer = await createTrainer(tinyOptions("rl", { start: cloned }));
  const controller = new AbortController();
  const unit = trainer.next({
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("stop")),
  });
  await expect(unit).rejects.toThrow("stop");
});

test("Entropulse without successes says what is missing", async () => {
  const made = createTrainer(tinyOptions("entropulse", { start: cloned }));
  await expect(made).rejects.toMatchObject({
    code: "invalid_input",
    message: "There are no successes to learn from.",
  });
});

test("a setting that is unknown or out of range is named with what is allowed", async () => {
  await expect(createTrainer(tinyOptions("rl", { settings: { updates: 0 } }))).rejects.toMatchObject({
    code: "invalid_input",
    fix: "Give a whole number from 1 to 100000.",
  });
  await expect(createTrainer(tinyOptions("bc", { settings: { updates: 3 } }))).rejects.toThrow(
    'no setting "updates"',
  );
});

test("all units of a phase have the episodes and groups they say", async () => {
  const units = await finish(await createTrainer(tinyOptions("rl", { start: cloned })));
  for (const { episodes, groups, metrics } of units) {
    expect(episodes).toHaveLength(9);
    expect(groups).toHaveLength(3);
    const spread = groups.filter(({ state }) => state === "trained").length;
    expect(metrics["group/no_spread_fraction"]).toBeCloseTo(1 - spread / 3);
    for (const { verdict, steps } of episodes) {
      const rewards = steps.map(({ outcome, reward }) => [
        outcome === "ok" && verdict === "succeeded" ? 1 : 0,
        reward,
      ]);
      expect(rewards.every(([expected, reward]) => expected === reward)).toBe(true);
    }
  }
  expect(units[2]?.metrics["success/rate_heldout"]).toBeDefined();
});
