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
  columnHeaders: readonly AccessibilityRow[];
  /** Paragraphs of a text document in view. */
  paragraphs: readonly AccessibilityRow[];
  /** Files and folders that show. */
  entries: readonly Entry[];
  /** A dialog is open: its fields and buttons in words; null when none is. */
  dialog: string | null;
  menuOpen: boolean;
  modified: boolean;
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
const PASSIVE_ROLES = new Set(["label", "slider", "status-bar", "image", "panel", "frame"]);

/** Sorts the rows of an observation. */
export function readScreen(observation: Observation): Screen {
  const controls: AccessibilityRow[] = [];
  const fields: AccessibilityRow[] = [];
  const cellRows = new Map<string, AccessibilityRow>();
  const columnHeaders: AccessibilityRow[] = [];
  const paragraphs: AccessibilityRow[] = [];
  const entries: Entry[] = [];
  let menuOpen = false;
  let modified = false;
  let cancels = false;
  for (const row of observation.accessibility) {
    const { role, name } = row;
    if (row.x < 0 || row.y < 0 || row.x >= observation.screen.width || row.y >= observation.screen.height)
      continue;
    if (role === "table-cell" && /^[A-Z]{1,3}\d+$/.test(name)) cellRows.set(name, row);
    else if (role === "column-header") columnHeaders.push(row);
    else if (role === "paragraph") paragraphs.push(row);
    else if (role === "icon") entries.push(readEntry(row));
    else if (FIELD_ROLES.has(role)) fields.push(row);
    else if (role === "label") modified ||= name.includes("modified");
    else if (!PASSIVE_ROLES.has(role)) {
      controls.push(row);
      menuOpen ||= role === "menu-item";
      cancels ||= name === "Cancel" || name === "Don't Save";
    }
  }
  const dialogFields = fields.map(({ name }) => name);
  const buttons = controls.filter(({ role }) => role === "push-button").map(({ name }) => name);
  return {
    app: observation.foregroundApp ?? "none",
    windows: observation.windows,
    controls,
    fields,
    cellRows,
    columnHeaders,
    paragraphs,
    entries,
    dialog: cancels ? `${dialogFields.join("|")}/${buttons.slice(0, 3).join("|")}` : null,
    menuOpen,
    modified,
    sheet: observation.foregroundApp === "calc" ? readSheet(observation.appInfo) : null,
  };
}

function readEntry(row: AccessibilityRow): Entry {
  const size = /^(\d+) bytes?$/.exec(row.text);
  return { row, isFolder: row.text === "folder", size: size?.[1] ? Number(size[1]) : null };
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
