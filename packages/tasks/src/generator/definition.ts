import { TaskDefinition, type TaskStep } from "@deskrl/domain";
import type { SuiteFile } from "../types.ts";
import { csvText } from "./csv-text.ts";
import { evaluatorOf } from "./evaluator.ts";
import { SETTINGS_PATH, settingsText } from "./settings.ts";
import type { FileModel, OfficeTask } from "./types.ts";
import { HOME_FOLDERS } from "./world.ts";
import { xlsxBytes } from "./xlsx-bytes.ts";

/** Steps that an episode of a generated task may take. */
export const MAX_STEPS = 18;

export type Target = "sim" | "docker";

/** The input files of a task, as set-up uploads them. */
export function filesOf(task: OfficeTask, target: Target = "sim"): SuiteFile[] {
  return inputs(task, target).map(({ name, bytes }) => ({ name, bytes: bytes() }));
}

/** The task in OSWorld's form. A simulated desktop gets its settings too; no other has any. */
export function definitionOf(task: OfficeTask, target: Target = "sim"): TaskDefinition {
  const folders = [...task.start.folders].filter((path) => !HOME_FOLDERS.includes(path));
  const config: TaskStep[] = [
    {
      type: "upload_file",
      parameters: {
        files: inputs(task, target).map(({ name, path }) => ({ local_path: name, path })),
      },
    },
    ...(folders.length > 0
      ? [{ type: "execute", parameters: { command: ["mkdir", "-p", ...folders] } }]
      : []),
    ...task.opens.map((path) => ({ type: "open", parameters: { path } })),
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

interface Input {
  name: string;
  path: string;
  bytes: () => Uint8Array;
}

function inputs(task: OfficeTask, target: Target): Input[] {
  const files = [...task.start.files].map(([path, model]): Input => {
    return { name: localName(task, path), path, bytes: () => bytesOf(model) };
  });
  if (target !== "sim") return files;
  const settings = () => new TextEncoder().encode(settingsText(task.start.settings));
  return [...files, { name: localName(task, SETTINGS_PATH), path: SETTINGS_PATH, bytes: settings }];
}

function localName({ key }: OfficeTask, path: string): string {
  return `${key}/${path.slice(path.lastIndexOf("/") + 1)}`;
}

function bytesOf(model: FileModel): Uint8Array {
  if (model.kind === "table") return xlsxBytes(model);
  return new TextEncoder().encode(model.kind === "csv" ? csvText(model.rows) : model.text);
}
