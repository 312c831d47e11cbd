import { FILE_GOALS } from "./goals/file-goals.ts";
import type { GoalKind } from "./goals/goal-kind.ts";
import { SETTING_GOALS } from "./goals/setting-goals.ts";
import { SHEET_GOALS } from "./goals/sheet-goals.ts";
import { TEXT_GOALS } from "./goals/text-goals.ts";

/** Every kind of goal by name. */
export const GOAL_KINDS: ReadonlyMap<string, GoalKind> = new Map(
  Object.entries({ ...SHEET_GOALS, ...TEXT_GOALS, ...FILE_GOALS, ...SETTING_GOALS }),
);

/** One goal, or two that are asked for together. */
export interface Template {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly simOnly: boolean;
}

function template(...kinds: string[]): Template {
  return {
    name: kinds.join("+"),
    kinds,
    simOnly: kinds.some((kind) => GOAL_KINDS.get(kind)?.simOnly ?? false),
  };
}

/** What training and the splits with known templates draw from: every kind alone, and some pairs. */
export const TRAIN_TEMPLATES: readonly Template[] = [
  ...[...GOAL_KINDS.keys()].map((kind) => template(kind)),
  template("cell-set", "column-sum"),
  template("cell-set", "text-replace"),
  template("entry-replace", "cell-clear"),
  template("column-sum", "line-append"),
  template("text-replace", "line-append"),
  template("file-rename", "file-delete"),
  template("folder-new", "setting-toggle"),
  template("line-append", "file-delete"),
  template("setting-toggle", "setting-volume"),
  template("csv-export", "file-rename"),
  template("line-insert", "column-average"),
  template("cell-copy", "folder-new"),
  template("text-delete", "setting-toggle"),
  template("rows-sort", "line-insert"),
];

/** Pairs that are never trained on. */
export const HELD_OUT_TEMPLATES: readonly Template[] = [
  template("column-sum", "text-replace"),
  template("cell-set", "file-delete"),
  template("cell-clear", "line-insert"),
  template("file-rename", "folder-new"),
  template("cell-set", "setting-toggle"),
  template("column-average", "line-append"),
  template("line-append", "setting-volume"),
  template("entry-replace", "file-rename"),
];
