import { SETTINGS_PATH, TOGGLES } from "@deskrl/desktops/sim";
import { AppError } from "@deskrl/domain";
import {
  generateTasks,
  judgeOnSim,
  OFFICE_SPLITS,
  type OfficeSplit,
  type OfficeTask,
  SOLUTION_STYLES,
} from "@deskrl/tasks/generator";
import { describe, expect, test } from "vitest";
import { begin, playLine, playOracle } from "./testing/play-on-sim.ts";

const COUNT = 300;
const tasksOf = (split: OfficeSplit) => generateTasks({ seed: 11, count: COUNT, split });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(OFFICE_SPLITS)("tasks of %s", { timeout: 60_000 }, (split) => {
  const tasks = tasksOf(split);

  test.each(SOLUTION_STYLES)(
    "the %s solution succeeds, without an error but that of an API out of order",
    (style) => {
      const lengths = tasks.map((task, index) => {
        const { verdict, steps } = playOracle(task, style, index);
        expect(verdict, `${task.template}: ${steps.map(({ code }) => code).join("; ")}`).toMatchObject({
          succeeded: true,
        });
        expect(steps.length).toBeLessThan(18);
        const errors = steps.flatMap(({ error }) => error ?? []);
        expect(errors.filter((error) => error !== `${task.outage} is out of order.`)).toEqual([]);
        expect(errors.length).toBeLessThanOrEqual(1);
        return steps.length;
      });
      expect(mean(lengths)).toBeGreaterThan(4);
      expect(mean(lengths)).toBeLessThan(9);
    },
  );

  test("doing nothing fails, and so does the right state when the agent did not say that it is done", () => {
    for (const task of tasks) {
      expect(judgeOnSim(task, begin(task), true).succeeded).toBe(false);
      const { sim } = playOracle(task, "mixed");
      expect(judgeOnSim(task, sim, false)).toMatchObject({ succeeded: false });
    }
  });

  test("whatever is done besides makes it fail", () => {
    for (const [index, task] of tasks.entries()) {
      const spoil = SPOILERS[index % SPOILERS.length];
      const { sim } = playOracle(task, "gui");
      if (!spoil?.(task, sim)) continue;
      expect(judgeOnSim(task, sim, true).succeeded, `${task.template}: ${spoil.name}`).toBe(false);
    }
  });
});

type Spoiler = (task: OfficeTask, sim: ReturnType<typeof begin>) => boolean;
const anyOf = (task: OfficeTask, kind: "text" | "table") =>
  [...task.expected.files].find(([, model]) => model.kind === kind)?.[0];

const SPOILERS: readonly Spoiler[] = [
  function anotherFolder(_task, sim) {
    sim.desk.files.makeFolder("/home/user/Documents/Nobody asked");
    return true;
  },
  function lostFile(task, sim) {
    const path = anyOf(task, "text");
    return path !== undefined && sim.desk.files.remove(path);
  },
  function changedText(task, sim) {
    const path = anyOf(task, "text");
    if (path) sim.writeText(path, `${sim.readText(path)}x\n`);
    return path !== undefined;
  },
  function changedTable(task, sim) {
    const path = anyOf(task, "table");
    if (path) sim.writeTable(path, { sheet: "Sheet", rows: [["x"]] });
    return path !== undefined;
  },
  function otherSetting(task, sim) {
    const volume = Number(task.expected.settings.Volume) + 1;
    sim.writeText(SETTINGS_PATH, JSON.stringify({ ...task.expected.settings, Volume: volume }));
    return true;
  },
  function unsavedText(task, sim) {
    const path = anyOf(task, "text");
    if (!path) return false;
    sim.openPath(path);
    return playLine(sim, task, 'Agent.type(text="x")') === null;
  },
  function typedIntoCell(task, sim) {
    const path = anyOf(task, "table");
    if (!path) return false;
    sim.openPath(path);
    return playLine(sim, task, 'Agent.type(text="x")') === null;
  },
];

/** Lines that do nothing more when they are carried out twice. */
const ONCE =
  /\.(save|set_cell_value|sort_column|export_to_csv|find_and_replace)\(|\["ctrl", "(s|end|home|c)"\]|switch_window|wait\(/;

test("what a solution did already is an error when it is done again", { timeout: 60_000 }, () => {
  let repeated = 0;
  for (const task of tasksOf("train").slice(0, 150)) {
    for (const style of SOLUTION_STYLES) {
      const sim = begin(task);
      for (const { code } of playOracle(task, style).steps) {
        playLine(sim, task, code);
        if (!ONCE.test(code)) continue;
        expect(playLine(sim, task, code), code).toBeTypeOf("string");
        repeated++;
      }
      expect(playLine(sim, task, "Agent.wait()")).toBeTypeOf("string");
    }
  }
  expect(repeated).toBeGreaterThan(200);
});

test("the settings that tasks know are those of the simulated desktop", () => {
  const [task] = tasksOf("train");
  if (!task) throw new AppError("internal", "there is a task");
  expect(Object.keys(task.start.settings).sort()).toEqual([...TOGGLES, "Volume"].sort());
  expect(begin(task).readText(SETTINGS_PATH)).toContain('"Volume"');
});

test("neither the key nor the template nor the split occurs in an observation", () => {
  for (const split of OFFICE_SPLITS) {
    for (const task of tasksOf(split).slice(0, 60)) {
      const sim = begin(task);
      const seen = [task.instruction];
      for (const window of [...sim.desk.windows]) {
        sim.desk.raise(window);
        seen.push(JSON.stringify(sim.observe()));
      }
      const text = seen.join("\n").toLowerCase();
      for (const secret of [task.key, ...task.template.split("+"), ...OFFICE_SPLITS])
        expect(text).not.toContain(secret);
    }
  }
});
