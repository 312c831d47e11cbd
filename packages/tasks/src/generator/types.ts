import type { Hands } from "./oracle/hands.ts";

/** Which part of the tasks: training, or held out by parameters, by wording, by whole templates. */
export const OFFICE_SPLITS = ["train", "params", "phrasing", "template"] as const;
export type OfficeSplit = (typeof OFFICE_SPLITS)[number];

/** Ways to solve a task: by application APIs where there are some, by mouse and keys alone, or a mix of both. */
export const SOLUTION_STYLES = ["api", "gui", "mixed"] as const;
export type SolutionStyle = (typeof SOLUTION_STYLES)[number];

/** The application APIs that tasks use. */
export type OfficeTool = "CalcTools" | "WriterTools";
export type CellValue = string | number | null;
export type Rows = readonly (readonly CellValue[])[];
export type OfficeSettings = Readonly<Record<string, boolean | number>>;

/** What a file holds. */
export type FileModel =
  | { readonly kind: "table"; readonly sheet: string; readonly rows: Rows }
  | { readonly kind: "csv"; readonly rows: Rows }
  | { readonly kind: "text"; readonly text: string };

/** All of a desktop that lasts: what a task begins with, and what it must end with. */
export interface DeskState {
  /** By absolute path. */
  readonly files: Map<string, FileModel>;
  /** Absolute paths of the folders that the task knows of. */
  readonly folders: Set<string>;
  settings: OfficeSettings;
}

/** Code lines, one at a time; the desktop is looked at anew between two of them. */
export type Steps<T = void> = Generator<string, T, void>;

/** One thing that a task asks for. */
export interface Goal {
  readonly kind: string;
  /** The API that can do it, or at least save it. */
  readonly tool: OfficeTool | null;
  /** What stands for the `{…}` of its wordings. */
  readonly words: Readonly<Record<string, string>>;
  /** Documents that must be saved after it. */
  readonly saves: readonly string[];
  /** Makes the state what it must be once this is done. */
  apply(state: DeskState): void;
  solve(hands: Hands): Steps;
}

/** A generated task. Only `instruction` and the desktop itself may ever reach a policy. */
export interface OfficeTask {
  readonly key: string;
  readonly template: string;
  readonly split: OfficeSplit;
  readonly instruction: string;
  readonly start: DeskState;
  readonly expected: DeskState;
  /** Files and folders that are open at the start; the last one is in front. */
  readonly opens: readonly string[];
  /** The application API that is out of order. */
  readonly outage: OfficeTool | null;
  /** Whether it needs the settings panel, which only simulated desktops have. */
  readonly simOnly: boolean;
  readonly goals: readonly Goal[];
}
