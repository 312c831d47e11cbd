import type { MenuItem } from "../../core/app.ts";
import { askOpen } from "../document-dialogs.ts";
import { askReplace } from "./find-replace.ts";
import type { WriterApp } from "./writer-app.ts";
import { copyText, pasteText, undo } from "./writer-keys.ts";

/** The menu bar of the word processor. */
export function writerMenus(app: WriterApp): readonly { name: string; items: readonly MenuItem[] }[] {
  return [
    {
      name: "File",
      items: [
        { name: "Open...", run: () => askOpen(app.desk, app.window, ["txt", "md", "json", "log"]) },
        { name: "Save", run: () => app.save() },
        { name: "Save As...", run: () => app.askSaveAs() },
        { name: "Close", run: () => app.desk.close(app.window) },
      ],
    },
    {
      name: "Edit",
      items: [
        { name: "Undo", run: () => undo(app) },
        { name: "Cut", run: () => copyText(app, true) },
        { name: "Copy", run: () => copyText(app, false) },
        { name: "Paste", run: () => pasteText(app) },
        { name: "Select All", run: () => app.selectAll() },
        { name: "Find & Replace...", run: () => askReplace(app) },
      ],
    },
  ];
}
