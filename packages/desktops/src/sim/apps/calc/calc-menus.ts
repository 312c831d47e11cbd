import type { MenuItem } from "../../core/app.ts";
import { askOpen } from "../document-dialogs.ts";
import type { CalcApp } from "./calc-app.ts";
import {
  askRenameSheet,
  copySelection,
  deleteSelection,
  insertSheet,
  pasteClipboard,
  sortBySelection,
} from "./calc-commands.ts";

/** The menu bar of the spreadsheet. */
export function calcMenus(app: CalcApp): readonly { name: string; items: readonly MenuItem[] }[] {
  return [
    {
      name: "File",
      items: [
        { name: "Open...", run: () => askOpen(app.desk, app.window, ["xlsx", "csv"]) },
        { name: "Save", run: () => app.save() },
        { name: "Save As...", run: () => app.askSaveAs() },
        { name: "Close", run: () => app.desk.close(app.window) },
      ],
    },
    {
      name: "Edit",
      items: [
        { name: "Undo", run: () => app.undo() },
        { name: "Cut", run: () => copySelection(app, true) },
        { name: "Copy", run: () => copySelection(app, false) },
        { name: "Paste", run: () => pasteClipboard(app) },
        { name: "Delete Contents", run: () => deleteSelection(app) },
      ],
    },
    {
      name: "Sheet",
      items: [
        { name: "Insert Sheet", run: () => insertSheet(app) },
        { name: "Rename Sheet...", run: () => askRenameSheet(app) },
      ],
    },
    {
      name: "Data",
      items: [
        { name: "Sort Ascending", run: () => sortBySelection(app, true) },
        { name: "Sort Descending", run: () => sortBySelection(app, false) },
      ],
    },
  ];
}
