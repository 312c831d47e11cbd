import type { SuitePackage, SuiteTask } from "../types.ts";
import { definitionOf, type OfficeTarget } from "./definition.ts";
import { generateTasks } from "./generate-tasks.ts";
import { OFFICE_SPLITS, type OfficeSplit, type OfficeTask } from "./types.ts";

export interface OfficeGenOptions {
  /** 1 by default. */
  seed?: number;
  /** How many of each split. 300 to train on and 60 of each other one by default. */
  tasks?: Readonly<Record<OfficeSplit, number>>;
  provider?: OfficeTarget;
}

/** Name of the suite of generated tasks. */
export const OFFICE_GEN = "office-gen";
const DEFAULT_TASKS = { train: 300, params: 60, phrasing: 60, template: 60 } as const;
const DOMAINS = { CalcTools: "calc", WriterTools: "writer" } as const;

/**
 * Generated tasks as a suite that can be imported. Their split and template stand in the definition, under `office_gen`.
 * They have no fixed solution: where to click depends on where windows open.
 */
export function officeGenSuite({
  seed = 1,
  tasks = DEFAULT_TASKS,
  provider = "sim",
}: OfficeGenOptions = {}): SuitePackage {
  const made = OFFICE_SPLITS.flatMap((split) =>
    generateTasks({ seed, split, count: tasks[split], provider }),
  );
  return {
    name: OFFICE_GEN,
    title: "Generated office tasks",
    description:
      "Spreadsheet, document, file and settings tasks made from a seed, to train on and to hold out: by parameters, by wording and by whole templates.",
    tasks: made.map((task): SuiteTask => {
      return { definition: definitionOf(task, provider), solution: null, domain: domainOf(task), files: [] };
    }),
  };
}

/** The application that a task is about, for filters; `multi_apps` for more than one. */
export function domainOf({ goals }: OfficeTask): string {
  const domains = new Set(goals.map(({ tool }) => (tool ? DOMAINS[tool] : "os")));
  const [only] = domains;
  return domains.size === 1 && only ? only : "multi_apps";
}
