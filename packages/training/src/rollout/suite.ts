import { generateTasks, type OfficeTask } from "@deskrl/tasks/generator";
import { SPLITS, type Split, type SuiteSpec } from "../types.ts";

/** The tasks of a run by split, each with its number in the split. */
export interface Suite {
  readonly tasks: Readonly<Record<Split, readonly OfficeTask[]>>;
  byKey(key: string): OfficeTask | null;
}

/** Makes the tasks of a suite; the held-out ones come from the same seed and never overlap with those of training. */
export function openSuite({ seed, trainTasks, heldOutTasks }: SuiteSpec): Suite {
  const make = (split: Split) =>
    generateTasks({ seed, split, count: split === "train" ? trainTasks : heldOutTasks });
  const tasks = {
    train: make("train"),
    params: make("params"),
    phrasing: make("phrasing"),
    template: make("template"),
  };
  const keys = new Map(SPLITS.flatMap((split) => tasks[split].map((task) => [task.key, task] as const)));
  return { tasks, byKey: (key) => keys.get(key) ?? null };
}
