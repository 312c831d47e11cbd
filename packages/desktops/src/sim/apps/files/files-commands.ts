import type { MenuItem } from "../../core/app.ts";
import { Dialog } from "../../core/dialog.ts";
import { type KeyStroke, shortcutOf } from "../../core/keys.ts";
import { refused } from "../../core/refusal.ts";
import { join, nameOf, parentOf } from "../../storage/paths.ts";
import type { FilesApp } from "./files-app.ts";

const SHORTCUTS: Readonly<Record<string, (app: FilesApp) => void>> = {
  enter: (app) => app.open(app.selectedPath),
  f2: askRename,
  delete: deleteSelected,
  "ctrl+c": (app) => copyFile(app, false),
  "ctrl+x": (app) => copyFile(app, true),
  "ctrl+v": pasteFiles,
  "ctrl+shift+n": askNewFolder,
  "alt+up": goUp,
  backspace: goUp,
  up: (app) => step(app, -1),
  down: (app) => step(app, 1),
  home: (app) => step(app, -Infinity),
  end: (app) => step(app, Infinity),
};

export function filesKey(app: FilesApp, stroke: KeyStroke): void {
  const shortcut = shortcutOf(stroke);
  const run = Object.hasOwn(SHORTCUTS, shortcut) ? SHORTCUTS[shortcut] : undefined;
  if (!run) throw refused(`${shortcut} does nothing in the file manager.`);
  run(app);
}

export function filesMenus(app: FilesApp): readonly { name: string; items: readonly MenuItem[] }[] {
  return [
    { name: "File", items: [{ name: "New Folder...", run: () => askNewFolder(app) }, ...entryItems(app)] },
    { name: "Go", items: [{ name: "Parent Folder", run: () => goUp(app) }] },
  ];
}

/** What can be done with the selected entry: the menu's and the context menu's items. */
export function entryItems(app: FilesApp): MenuItem[] {
  return [
    { name: "Open", run: () => app.open(app.selectedPath) },
    { name: "Cut", run: () => copyFile(app, true) },
    { name: "Copy", run: () => copyFile(app, false) },
    { name: "Paste", run: () => pasteFiles(app) },
    { name: "Rename...", run: () => askRename(app) },
    { name: "Delete", run: () => deleteSelected(app) },
  ];
}

export function goUp(app: FilesApp): void {
  if (app.folder === "/") throw refused("There is no folder above this one.");
  const from = nameOf(app.folder);
  app.go(parentOf(app.folder));
  if (app.entries.includes(from)) app.select(from);
}

export function askRename(app: FilesApp): void {
  const path = app.selectedPath;
  app.window.dialog = new Dialog({
    title: "Rename File",
    fields: [{ name: "Please enter a new name", text: nameOf(path) }],
    buttons: [{ name: "OK", run: ([name = ""]) => rename(app, path, name) }],
  });
}

function rename(app: FilesApp, path: string, name: string): void {
  const target = join(parentOf(path), checkedName(name));
  if (target === path) throw refused(`It is called ${name} already.`);
  app.desk.files.move(path, target);
  if (parentOf(path) === app.folder) app.select(nameOf(target));
}

export function askNewFolder(app: FilesApp): void {
  app.window.dialog = new Dialog({
    title: "Creating New Folder",
    fields: [{ name: "Enter a name for the newly created folder", text: "New" }],
    buttons: [{ name: "OK", run: ([name = ""]) => makeFolder(app, name) }],
  });
}

function makeFolder(app: FilesApp, name: string): void {
  const path = join(app.folder, checkedName(name));
  if (app.desk.files.exists(path)) throw refused(`${path} is there already.`, "Choose another name.");
  app.desk.files.makeFolder(path);
  app.select(nameOf(path));
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed === "." || trimmed === ".." || trimmed.includes("/")) {
    throw refused(`'${name}' is no file name.`, "Type a name without a slash.");
  }
  return trimmed;
}

export function deleteSelected(app: FilesApp): void {
  const path = app.selectedPath;
  const at = app.entries.indexOf(nameOf(path));
  app.desk.files.remove(path);
  app.selected = null;
  app.offset = Math.min(app.offset, Math.max(0, at - 1));
}

export function copyFile(app: FilesApp, cut: boolean): void {
  const path = app.selectedPath;
  app.desk.clipboard.files = { paths: [path], cut };
  app.desk.clipboard.text = path;
}

export function pasteFiles(app: FilesApp): void {
  const { clipboard, files } = app.desk;
  if (!clipboard.files)
    throw refused("No file was copied or cut.", "Select one and press ctrl+c or ctrl+x first.");
  for (const path of clipboard.files.paths) {
    const target = join(app.folder, nameOf(path));
    if (clipboard.files.cut) files.move(path, target);
    else files.copy(path, target);
    app.select(nameOf(path));
  }
  if (clipboard.files.cut) clipboard.files = null;
}

function step(app: FilesApp, by: number): void {
  const { entries } = app;
  const at = app.selected === null ? -1 : entries.indexOf(app.selected);
  const to = entries[Math.max(0, Math.min(entries.length - 1, at + by))];
  if (to === undefined) throw refused("The folder is empty.");
  app.select(to);
}
