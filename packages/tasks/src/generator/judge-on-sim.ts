import type { SimDesktop } from "@deskrl/desktops/sim";
import { csvText } from "./csv-text.ts";
import { SETTINGS_PATH } from "./settings.ts";
import type { FileModel, OfficeSettings, OfficeTask, Rows } from "./types.ts";
import { HOME } from "./world.ts";

/** Whether a task was done, and if not, the first thing that is wrong. */
export interface OfficeVerdict {
  succeeded: boolean;
  reason: string;
}

const TOLERANCE = 1e-6;
const isHidden = (path: string): boolean => path.includes("/.");

/**
 * Judges a task on a simulated desktop without reading a byte: files, folders and settings must be just as expected,
 * nothing may be unsaved, and the agent must have ended the task as done. Same verdict as the task's own evaluator.
 * @param exited the agent called `Agent.exit(success=True)`
 */
export function judgeOnSim(task: OfficeTask, sim: SimDesktop, exited: boolean): OfficeVerdict {
  const fault = exited ? faultOf(task, sim) : "the agent did not end the task as done";
  return fault === null
    ? { succeeded: true, reason: "everything is as it should be" }
    : { succeeded: false, reason: fault };
}

function faultOf(task: OfficeTask, sim: SimDesktop): string | null {
  const { files, folders, settings } = task.expected;
  let found = 0;
  for (const [path, content] of sim.desk.files.entries()) {
    if (!path.startsWith(`${HOME}/`) || isHidden(path)) continue;
    if (!(content ? files.has(path) : folders.has(path))) return `${path} should not be there`;
    found++;
  }
  if (found < files.size + folders.size) {
    const missing = [...files.keys(), ...folders].find((path) => !sim.desk.files.exists(path));
    return `${missing} is not there`;
  }
  for (const [path, model] of files) {
    // Most files are not asked to change and were not touched.
    if (model.kind === "table" && sim.holdsTable(path, model)) continue;
    const fault = fileFault(sim, path, model);
    if (fault) return fault;
  }
  const unsaved = sim.unsavedPaths()[0];
  if (unsaved !== undefined) return `${unsaved} has changes that are not saved`;
  return settingsFault(sim.readText(SETTINGS_PATH) ?? "{}", settings);
}

function fileFault(sim: SimDesktop, path: string, model: FileModel): string | null {
  if (model.kind === "table") return tableFault(sim, path, model);
  const text = tidy(sim.readText(path) ?? "");
  const wanted = tidy(model.kind === "csv" ? csvText(model.rows) : model.text);
  return text === wanted ? null : `${path} has another text`;
}

/** Blanks at the end of lines and empty lines at the end do not matter. */
function tidy(text: string): string {
  return text.trimEnd().replace(/[ \t]+$/gm, "");
}

function tableFault(
  sim: SimDesktop,
  path: string,
  { sheet: name, rows }: { sheet: string; rows: Rows },
): string | null {
  const book = sim.readWorkbook(path);
  const [sheet, more] = book?.sheets ?? [];
  if (!book || !sheet || more || sheet.name !== name) return `${path} has other sheets`;
  if (sheet.hiddenRows.size > 0 || sheet.merged.length > 0) return `${path} has hidden rows or merged cells`;
  for (const { style } of sheet.cells.values()) {
    if (style?.bold || style?.fill) return `cells of ${path} look different`;
  }
  const used = sheet.used;
  const bottom = Math.max(rows.length - 1, used?.bottom ?? 0);
  for (let row = 0; row <= bottom; row++) {
    const right = Math.max((rows[row]?.length ?? 0) - 1, used?.right ?? 0);
    for (let column = 0; column <= right; column++) {
      const wanted = rows[row]?.[column] ?? null;
      const value = book.value(sheet, row, column);
      if (value === wanted) continue;
      const near =
        typeof value === "number" && typeof wanted === "number" && Math.abs(value - wanted) <= TOLERANCE;
      if (!near) return `row ${row + 1}, column ${column + 1} of ${path} is ${value}; expected ${wanted}`;
    }
  }
  return null;
}

function settingsFault(text: string, settings: OfficeSettings): string | null {
  const found: unknown = JSON.parse(text);
  for (const [name, value] of Object.entries(settings)) {
    const actual: unknown = typeof found === "object" && found ? Reflect.get(found, name) : undefined;
    if (actual !== value) return `the setting ${name} is ${String(actual)}; expected ${value}`;
  }
  return null;
}
