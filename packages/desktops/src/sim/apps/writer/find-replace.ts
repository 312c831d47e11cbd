import { Dialog } from "../../core/dialog.ts";
import { refused } from "../../core/refusal.ts";
import type { WriterApp } from "./writer-app.ts";

/** Opens the dialog that finds and replaces text as it is written, letter case minded. */
export function askReplace(app: WriterApp): void {
  const { selected } = app.document;
  app.window.dialog = new Dialog({
    title: "Find and Replace",
    fields: [{ name: "Find", text: selected.includes("\n") ? "" : selected }, { name: "Replace" }],
    buttons: [
      { name: "Find Next", run: ([find = ""]) => findNext(app, find) },
      { name: "Replace All", run: ([find = "", replacement = ""]) => replaceAll(app, find, replacement) },
    ],
    staysOpen: true,
  });
}

function replaceAll({ document }: WriterApp, find: string, replacement: string): void {
  requireText(document.text, find);
  if (!document.replace(document.text.replaceAll(find, () => replacement))) {
    throw refused("The replacement is the same text; nothing was changed.");
  }
}

function findNext({ document }: WriterApp, find: string): void {
  requireText(document.text, find);
  const after = document.text.indexOf(find, document.selection[1]);
  const at = after < 0 ? document.text.indexOf(find) : after;
  document.select(at, at + find.length);
}

function requireText(text: string, find: string): void {
  if (find === "") throw refused("Nothing is given to find.", "Type it into the field Find.");
  if (!text.includes(find)) throw refused(`The text '${find}' is not found.`);
}
