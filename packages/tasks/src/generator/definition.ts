import { TaskDefinition, type TaskStep } from "@deskrl/domain";
import { csvText } from "./csv-text.ts";
import { evaluatorOf } from "./evaluator.ts";
import { SETTINGS_PATH, settingsText } from "./settings.ts";
import type { FileModel, OfficeTask } from "./types.ts";
import { HOME_FOLDERS } from "./world.ts";

/** Steps that an episode of a generated task may take. */
export const MAX_STEPS = 18;

/** Kind of desktop that a definition is for. */
export type OfficeTarget = "sim" | "docker";
type Json = TaskStep["parameters"][string];

/**
 * The task in OSWorld's form, its input files within. A simulated desktop gets its settings too; no other has any, so
 * that a task with `simOnly` makes no sense there.
 */
export function definitionOf(task: OfficeTask, target: OfficeTarget = "sim"): TaskDefinition {
  const folders = [...task.start.folders].filter((path) => !HOME_FOLDERS.includes(path));
  const config: TaskStep[] = [
    ...(target === "sim" ? [{ type: "only_simulated", parameters: {} }] : []),
    { type: "write_files", parameters: { files: inputs(task, target) } },
    ...(folders.length > 0
      ? [{ type: "execute", parameters: { command: ["mkdir", "-p", ...folders] } }]
      : []),
    ...task.opens.map((path) => openStep(path, target)),
    ...(task.outage ? [{ type: "api_outage", parameters: { tool: task.outage } }] : []),
  ];
  return TaskDefinition.parse({
    id: task.key,
    instruction: task.instruction,
    source: "deskrl",
    snapshot: "office",
    related_apps: [...new Set(task.goals.map(({ tool }) => appOf(tool)))],
    config,
    max_steps: MAX_STEPS,
    evaluator: evaluatorOf(task, target),
    // For filters and reports; nothing of it is part of an observation.
    office_gen: { split: task.split, template: task.template },
  });
}

function appOf(tool: string | null): string {
  if (tool === "CalcTools") return "libreoffice_calc";
  return tool === "WriterTools" ? "libreoffice_writer" : "os";
}

/** Real desktops open a plain text in an editor without an API unless the word processor is asked for. */
function openStep(path: string, target: OfficeTarget): TaskStep {
  if (target === "sim" || !path.endsWith(".txt")) return { type: "open", parameters: { path } };
  const window = path.slice(path.lastIndexOf("/") + 1);
  return { type: "launch", parameters: { command: ["soffice", "--writer", path], window } };
}

function inputs(task: OfficeTask, target: OfficeTarget): Json[] {
  const files = [...task.start.files].map(([path, model]) => ({ path, ...contentOf(model) }));
  if (target !== "sim") return files;
  return [...files, { path: SETTINGS_PATH, text: settingsText(task.start.settings) }];
}

function contentOf(model: FileModel) {
  if (model.kind === "table") return { sheet: model.sheet, rows: model.rows.map((row) => [...row]) };
  return { text: model.kind === "csv" ? csvText(model.rows) : model.text };
}
