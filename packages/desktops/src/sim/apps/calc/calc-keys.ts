import { type KeyStroke, shortcutOf } from "../../core/keys.ts";
import { refused } from "../../core/refusal.ts";
import { askOpen } from "../document-dialogs.ts";
import type { CalcApp } from "./calc-app.ts";
import { copySelection, deleteSelection, pasteClipboard, toggleBold } from "./calc-commands.ts";

const SHORTCUTS: Readonly<Record<string, (app: CalcApp) => void>> = {
  "ctrl+s": (app) => app.save(),
  "ctrl+shift+s": (app) => app.askSaveAs(),
  "ctrl+o": (app) => askOpen(app.desk, app.window, ["xlsx", "csv"]),
  "ctrl+z": (app) => app.undo(),
  "ctrl+b": toggleBold,
  "ctrl+c": (app) => copySelection(app, false),
  "ctrl+x": (app) => copySelection(app, true),
  "ctrl+v": pasteClipboard,
  "ctrl+a": selectUsed,
  "ctrl+home": (app) => app.moveTo({ row: 0, column: 0 }),
  "ctrl+end": (app) =>
    app.moveTo({ row: app.book.sheet.used?.bottom ?? 0, column: app.book.sheet.used?.right ?? 0 }),
  "ctrl+pageup": (app) => app.activate(app.book.active - 1),
  "ctrl+pagedown": (app) => app.activate(app.book.active + 1),
  home: (app) => app.moveTo({ row: app.cursor.row, column: 0 }),
  end: (app) => app.moveTo({ row: app.cursor.row, column: app.book.sheet.used?.right ?? 0 }),
  pageup: (app) => app.moveTo({ row: app.cursor.row - app.view.rows, column: app.cursor.column }),
  pagedown: (app) => app.moveTo({ row: app.cursor.row + app.view.rows, column: app.cursor.column }),
  delete: deleteSelection,
  backspace: deleteSelection,
  f2: (app) => app.beginEdit(app.book.source(app.book.sheet, app.cursor.row, app.cursor.column), true),
};
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** A key or shortcut in the spreadsheet. */
export function calcKey(app: CalcApp, stroke: KeyStroke): void {
  const { key, shift } = stroke;
  if (app.editor && editingKey(app, stroke)) return;
  if (key === "enter" || key === "tab") {
    if (app.editor) app.commit();
    const step = shift ? -1 : 1;
    const { row, column } = app.cursor;
    app.moveTo(key === "enter" ? { row: row + step, column } : { row, column: column + step });
    return;
  }
  const step = STEPS[key];
  if (step) {
    if (app.editor) app.commit();
    moveCursor(app, step, stroke);
    return;
  }
  const shortcut = shortcutOf(stroke);
  const run = Object.hasOwn(SHORTCUTS, shortcut) ? SHORTCUTS[shortcut] : undefined;
  if (!run) throw refused(`${shortcut} does nothing in the spreadsheet.`);
  if (app.editor) app.commit();
  run(app);
}

/** Keys that belong to the text being edited; false for those that end the editing. */
function editingKey(app: CalcApp, stroke: KeyStroke): boolean {
  const { key, ctrl } = stroke;
  const { editor } = app;
  if (!editor) return false;
  if (key === "escape") {
    app.editor = null;
    return true;
  }
  if (ctrl && key === "v") {
    editor.insert(app.desk.clipboard.text.split("\n")[0] ?? "");
    return true;
  }
  if (ctrl && key === "c" && editor.selected !== "") {
    app.desk.clipboard.text = editor.selected;
    return true;
  }
  if (!app.editsInPlace && (key === "left" || key === "right")) return false;
  return editor.key(stroke);
}

function moveCursor(
  app: CalcApp,
  [down, across]: readonly [number, number],
  { ctrl, shift }: KeyStroke,
): void {
  const { row, column } = app.cursor;
  if (!ctrl) {
    app.moveTo({ row: row + down, column: column + across }, shift);
    return;
  }
  // To the end of the cells in use, as ctrl with an arrow does in a full table.
  const used = app.book.sheet.used ?? { bottom: 0, right: 0 };
  const end = {
    row: down > 0 ? used.bottom : down < 0 ? 0 : row,
    column: across > 0 ? used.right : across < 0 ? 0 : column,
  };
  app.moveTo(end, shift);
}

function selectUsed(app: CalcApp): void {
  const used = app.book.sheet.used;
  if (!used) throw refused("The sheet is empty.");
  app.select(used);
}
