import type { AccessibilityRow, Observation, Window } from "@deskrl/domain";

/** An observation sorted by what can be done with it. */
export interface Screen {
  app: string;
  windows: readonly Window[];
  /** Elements that a click is for: buttons, menus, switches, tabs, entries. */
  controls: readonly AccessibilityRow[];
  /** Fields that take text. */
  fields: readonly AccessibilityRow[];
  /** Cells of a sheet in view, by name. */
  cellRows: ReadonlyMap<string, AccessibilityRow>;
  /** Paragraphs of a text document in view. */
  paragraphs: readonly AccessibilityRow[];
  /** Files and folders that show. */
  entries: readonly Entry[];
  /** Title of the dialog that is open; null when none is. */
  dialog: string | null;
  sheet: Sheet | null;
}

export interface Entry {
  row: AccessibilityRow;
  isFolder: boolean;
  /** Bytes, where the row tells. */
  size: number | null;
}

/** The sheet as the application tells it. */
export interface Sheet {
  activeCell: string;
  sheetNames: readonly string[];
  /** Shown values by cell name, of the active sheet. */
  cells: ReadonlyMap<string, string>;
}

const FIELD_ROLES = new Set(["text", "entry", "spin-button", "password-text", "combo-box"]);
const DIALOG_ROLES = new Set(["dialog", "file-chooser", "alert"]);
/** Elements that bear words of documents or windows. */
const LIST_ROLES = new Set(["task-button", "page-tab", "tree-item", "list-item"]);
const BUTTON_ROLES = new Set(["push-button", "toggle-button"]);
/**
 * Buttons that the policy may press. An office application shows a hundred, and a policy that learnt on few of them
 * knows nothing of the others. Menus are left out: all that they hold has a button, a key or an API.
 */
const BUTTONS = new Set([
  ...["Save", "Undo", "Find and Replace", "Sort Ascending", "Sort Descending", "Parent Folder", "Settings"],
  ...["OK", "Cancel", "Don't Save", "Replace All", "Find Next"],
]);

/** Sorts the rows of an observation. */
export function readScreen(observation: Observation): Screen {
  const controls: AccessibilityRow[] = [];
  const fields: AccessibilityRow[] = [];
  const cellRows = new Map<string, AccessibilityRow>();
  const paragraphs: AccessibilityRow[] = [];
  const entries: Entry[] = [];
  const dialog = observation.accessibility.find(({ role }) => DIALOG_ROLES.has(role))?.name ?? null;
  const app = observation.foregroundApp ?? "none";
  // The window below a dialog is out of reach, and some desktops list only what can be reached.
  const inSettings = app === "settings";
  for (const row of observation.accessibility) {
    const { role, name } = row;
    if (row.x < 0 || row.y < 0 || row.x >= observation.screen.width || row.y >= observation.screen.height)
      continue;
    if (LIST_ROLES.has(role) || (inSettings && role === "toggle-button")) controls.push(row);
    else if (BUTTON_ROLES.has(role)) {
      if (inSettings || isUsable(name, app, dialog))
        controls.push(role === "push-button" ? row : { ...row, role: "push-button" });
    } else if (FIELD_ROLES.has(role)) {
      if (dialog !== null || inSettings) fields.push(row);
    } else if (dialog !== null) continue;
    else if (role === "table-cell" && /^[A-Z]{1,3}\d+$/.test(name)) cellRows.set(name, row);
    else if (role === "paragraph") paragraphs.push(row);
    else if (role === "icon") entries.push(readEntry(row));
  }
  return {
    app,
    windows: observation.windows,
    controls,
    fields,
    cellRows,
    paragraphs,
    entries,
    dialog,
    sheet: observation.foregroundApp === "calc" ? readSheet(observation.appInfo) : null,
  };
}

/** A real spreadsheet finds and replaces too, but what is asked of one has a quicker way; windows have a `Close` as well. */
function isUsable(name: string, app: string, dialog: string | null): boolean {
  if (name === "Close") return dialog !== null;
  return BUTTONS.has(name) && (name !== "Find and Replace" || app === "writer");
}

const UNITS: Readonly<Record<string, number>> = {
  byte: 1,
  bytes: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** Sizes are given in bytes, or rounded in a larger unit. */
function readEntry(row: AccessibilityRow): Entry {
  const [, amount, unit = ""] = /^([\d.]+) (bytes?|[KMG]iB)$/.exec(row.text) ?? [];
  const size = amount === undefined ? null : Number(amount) * (UNITS[unit] ?? 1);
  return { row, isFolder: row.text === "folder", size };
}

/** Reads `File:`, `Sheets:`, `Active cell:`, then rows such as `A1: Item | B1: Price`. */
function readSheet(appInfo: string): Sheet {
  const cells = new Map<string, string>();
  let activeCell = "";
  let sheetNames: string[] = [];
  let sheetsSeen = 0;
  for (const line of appInfo.split("\n")) {
    if (line.startsWith("Sheets: ")) {
      sheetNames = line
        .slice(8)
        .split(/ \([^()]*\)(?:, |$)/)
        .filter((name) => name !== "");
    } else if (line.startsWith("Active cell: ")) activeCell = line.slice(line.lastIndexOf(".") + 1);
    else if (line.startsWith("Sheet ") && line.endsWith(":")) {
      if (++sheetsSeen > 1) break;
    } else if (/^[A-Z]{1,3}\d+: /.test(line)) {
      for (const part of line.split(" | ")) {
        const match = /^([A-Z]{1,3}\d+): (.*)$/.exec(part);
        if (match?.[1] && match[2] !== undefined) cells.set(match[1], match[2]);
      }
    }
  }
  return { activeCell, sheetNames, cells };
}
