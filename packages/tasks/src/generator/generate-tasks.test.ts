import { describe, expect, test } from "vitest";
import { validateTask } from "../suites/validate-task.ts";
import { definitionOf } from "./definition.ts";
import { generateTasks } from "./generate-tasks.ts";
import { officeGenSuite } from "./office-gen-suite.ts";
import { HELD_OUT_POOL, type Pool, TRAIN_POOL } from "./pools.ts";
import { GOAL_KINDS, HELD_OUT_TEMPLATES, TRAIN_TEMPLATES } from "./templates.ts";
import { OFFICE_SPLITS, type OfficeTask } from "./types.ts";
import { FRAMES, JOINERS, SAVING } from "./wording.ts";

const tasksOf = (split: OfficeTask["split"], count = 300, seed = 1) => generateTasks({ seed, count, split });
/** A task without its code, to compare. */
const data = ({ goals: _, ...task }: OfficeTask) => task;

test("there are at least 28 templates for training, and 6 pairs that are never trained on", () => {
  expect(GOAL_KINDS.size).toBeGreaterThanOrEqual(17);
  expect(TRAIN_TEMPLATES.length).toBeGreaterThanOrEqual(28);
  expect(HELD_OUT_TEMPLATES.length).toBeGreaterThanOrEqual(6);
  const trained = new Set(TRAIN_TEMPLATES.map(({ kinds }) => [...kinds].sort().join()));
  for (const { kinds } of HELD_OUT_TEMPLATES) expect(trained.has([...kinds].sort().join())).toBe(false);
  expect(new Set(tasksOf("train").map(({ template }) => template)).size).toBe(TRAIN_TEMPLATES.length);
});

test.each(OFFICE_SPLITS)(
  "the same seed gives the same tasks of %s, another seed others, and no task comes twice",
  (split) => {
    const tasks = tasksOf(split);
    expect(tasksOf(split).map(data)).toEqual(tasks.map(data));
    expect(tasksOf(split, 100).map(data)).toEqual(tasks.slice(0, 100).map(data));
    expect(new Set(tasks.map(({ key }) => key)).size).toBe(300);
    expect(new Set(tasks.map(({ instruction }) => instruction)).size).toBeGreaterThan(270);
    const others = new Set(tasksOf(split, 300, 2).map(({ key }) => key));
    expect(tasks.some(({ key }) => others.has(key))).toBe(false);
  },
);

test("a quarter of the tasks have an API that they need out of order", () => {
  for (const split of OFFICE_SPLITS) {
    const tasks = tasksOf(split, 1_000);
    const out = tasks.filter(({ outage }) => outage !== null);
    expect(out.length / tasks.length).toBeGreaterThan(0.19);
    expect(out.length / tasks.length).toBeLessThan(0.36);
    for (const { outage, goals } of out) expect(goals.map(({ tool }) => tool)).toContain(outage);
  }
});

describe("nothing held out occurs in training", () => {
  const lists = (pool: Pool) => [
    pool.names,
    pool.folders,
    pool.sheets,
    pool.headers,
    pool.entries,
    pool.verbs,
    pool.adjectives,
    pool.nouns,
    pool.markers,
    pool.toggles,
  ];
  const wordings = [...[...GOAL_KINDS.values()].map((kind) => kind.wordings), FRAMES, JOINERS, SAVING];

  test("no word, number or cell is in both pools", () => {
    const train = new Set(
      lists(TRAIN_POOL)
        .flat()
        .map((word) => word.toLowerCase()),
    );
    expect(
      lists(HELD_OUT_POOL)
        .flat()
        .filter((word) => train.has(word.toLowerCase())),
    ).toEqual([]);
    const held = new Set(HELD_OUT_POOL.heights);
    expect(TRAIN_POOL.heights.some((height) => held.has(height))).toBe(false);
    for (let value = 0; value < 1_000; value++) {
      expect(TRAIN_POOL.hasNumber(value) && HELD_OUT_POOL.hasNumber(value)).toBe(false);
      const cell = [value % 40, value % 7] as const;
      expect(TRAIN_POOL.hasCell(...cell) && HELD_OUT_POOL.hasCell(...cell)).toBe(false);
    }
  });

  test("the parameters of a held-out task are in no training task", () => {
    const words = (tasks: OfficeTask[]) =>
      new Set(
        tasks
          .flatMap(({ goals }) => goals.flatMap((goal) => Object.entries(goal.words)))
          .flatMap(([name, word]) => (["order", "state", "column"].includes(name) ? [] : [word])),
      );
    const train = words(tasksOf("train", 2_000));
    for (const split of ["params", "phrasing", "template"] as const) {
      expect([...words(tasksOf(split, 500))].filter((word) => train.has(word))).toEqual([]);
    }
  });

  test("no held-out wording is one of training", () => {
    const train = new Set(wordings.flatMap((one) => one.train));
    expect(wordings.flatMap((one) => one.heldOut).filter((wording) => train.has(wording))).toEqual([]);
  });

  test("each instruction is made of the wordings of its split alone", () => {
    const pattern = (wording: string) =>
      wording.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+");
    const any = (part: readonly string[]) => new RegExp(`^(${part.map(pattern).join("|")})$`, "i");
    for (const split of OFFICE_SPLITS) {
      const side = split === "phrasing" ? "heldOut" : "train";
      const frame = any([...FRAMES[side], ...JOINERS[side]]);
      const saving = new Set<string>(SAVING[side]);
      for (const { instruction, goals } of tasksOf(split)) {
        const end = [...saving].find((sentence) => instruction.endsWith(` ${sentence}`));
        const body = end ? instruction.slice(0, -end.length - 1) : instruction;
        expect(body).toMatch(frame);
        for (const { kind, words } of goals) {
          const clauses = (GOAL_KINDS.get(kind)?.wordings[side] ?? []).map((wording) =>
            wording.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ""),
          );
          expect(clauses.some((clause) => body.toLowerCase().includes(clause.toLowerCase()))).toBe(true);
        }
      }
    }
  });
});

test("neither the key nor the template nor the split stands in what an agent can read", () => {
  for (const split of OFFICE_SPLITS) {
    for (const task of tasksOf(split)) {
      const content = [...task.start.files].map(([path, model]) => `${path} ${JSON.stringify(model)}`);
      const readable = [task.instruction, ...content, ...task.start.folders].join("\n").toLowerCase();
      for (const secret of [task.key, task.template, ...task.template.split("+"), ...OFFICE_SPLITS]) {
        expect(readable).not.toContain(secret);
      }
    }
  }
});

test("every task is valid in OSWorld's form, for both kinds of desktops, with its files within", {
  timeout: 60_000,
}, () => {
  for (const split of OFFICE_SPLITS) {
    for (const provider of ["sim", "docker"] as const) {
      for (const task of generateTasks({ seed: 3, count: 60, split, provider })) {
        if (provider === "docker") expect(task.simOnly).toBe(false);
        expect(validateTask(definitionOf(task, provider), task.key)).toEqual([]);
      }
    }
  }
});

test("the suite has its share of each split, every task with a key of its own and its split where a filter finds it", () => {
  const { name, tasks } = officeGenSuite({ tasks: { train: 30, params: 10, phrasing: 10, template: 10 } });
  expect(name).toBe("office-gen");
  expect(new Set(tasks.map(({ definition }) => definition.id)).size).toBe(60);
  const splits = tasks.map(({ definition }) => JSON.stringify(definition.office_gen));
  expect(splits.filter((split) => split.includes('"params"'))).toHaveLength(10);
  expect(JSON.stringify(officeGenSuite())).toBe(JSON.stringify(officeGenSuite()));
});

test("a count or seed that is no whole number is refused", () => {
  expect(() => tasksOf("train", 1.5)).toThrow("count is 1.5");
  expect(() => tasksOf("train", 1, -1)).toThrow("seed is -1");
});
