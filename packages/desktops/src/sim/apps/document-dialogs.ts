import type { Desk } from "../core/desk.ts";
import { Dialog } from "../core/dialog.ts";
import { refused } from "../core/refusal.ts";
import type { SimWindow } from "../core/sim-window.ts";
import { absolutePath, endingOf, HOME, join, parentOf } from "../storage/paths.ts";
import { openPath } from "./open.ts";

const DOCUMENTS = `${HOME}/Documents`;

interface SaveAsOptions {
  window: SimWindow;
  path: string | null;
  /** Endings that the application can write; the first is added to a name without one. */
  endings: readonly [string, ...string[]];
  /** Text for a document that has no file. */
  suggestion: string;
  save: (path: string) => void;
}

/** Asks for a path and saves there. */
export function askSaveAs(desk: Desk, { window, path, endings, suggestion, save }: SaveAsOptions): void {
  const folder = path ? parentOf(path) : DOCUMENTS;
  window.dialog = new Dialog({
    title: "Save",
    fields: [{ name: "Name", text: path ?? join(folder, suggestion) }],
    buttons: [
      {
        name: "Save",
        run: ([name = ""]) => save(targetPath(desk, name, { folder, endings })),
      },
    ],
  });
}

function targetPath(
  desk: Desk,
  name: string,
  { folder, endings }: { folder: string; endings: readonly [string, ...string[]] },
): string {
  if (name.trim() === "" || name.endsWith("/")) throw refused("The file name is empty.", "Type a name.");
  const path = absolutePath(name.trim(), folder);
  const ending = endingOf(path);
  if (ending === "") return `${path}.${endings[0]}`;
  if (!endings.includes(ending)) {
    throw refused(
      `It cannot be saved as .${ending}.`,
      `Use a name that ends in ${endings.map((one) => `.${one}`).join(" or ")}.`,
    );
  }
  if (desk.files.isFolder(path)) throw refused(`${path} is a folder.`, "Type another name.");
  return path;
}

/** Asks for a file and opens it in its application. */
export function askOpen(desk: Desk, window: SimWindow, endings: readonly string[]): void {
  const names = (desk.files.names(DOCUMENTS) ?? []).filter((name) => endings.includes(endingOf(name)));
  window.dialog = new Dialog({
    title: "Open",
    fields: [{ name: "File name" }],
    choices: names,
    buttons: [
      {
        name: "Open",
        run: ([name = ""]) => {
          const path = absolutePath(name.trim(), DOCUMENTS);
          if (name.trim() === "" || !desk.files.content(path))
            throw refused(`There is no file ${path}.`, "Choose one of the list.");
          openPath(desk, path);
        },
      },
    ],
  });
}
