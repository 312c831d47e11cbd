import { AppError } from "@deskrl/domain";
import type { Desk } from "../core/desk.ts";
import { Refusal, refused } from "../core/refusal.ts";
import type { SimWindow } from "../core/sim-window.ts";
import { endingOf, HOME, nameOf } from "../storage/paths.ts";
import { CalcApp } from "./calc/calc-app.ts";
import { FilesApp } from "./files/files-app.ts";
import { SettingsApp } from "./settings/settings-app.ts";
import { WriterApp } from "./writer/writer-app.ts";

const ALIASES: Readonly<Record<string, string>> = {
  calc: "libreoffice calc",
  spreadsheet: "libreoffice calc",
  writer: "libreoffice writer",
  "word processor": "libreoffice writer",
  "file manager": "files",
  "system settings": "settings",
};
const KNOWN = ["libreoffice calc", "libreoffice writer", "files", "settings"];
const TEXT_FILES = new Set(["txt", "md", "json", "log", ""]);

/** Opens an application by its name, or brings one to the front that has nothing in it yet. */
export function openApp(desk: Desk, name: string): SimWindow {
  const app = ALIASES[name.trim().toLowerCase()] ?? name.trim().toLowerCase();
  if (!KNOWN.includes(app)) {
    throw new Refusal(
      "invalid_input",
      `there is no application '${name}'`,
      `A simulated desktop has: ${KNOWN.join(", ")}`,
    );
  }
  const fresh = desk.windows.find(({ app: one }) => isFresh(one, app));
  if (fresh) {
    if (fresh === desk.active)
      throw refused(`${fresh.app.title()} is open and in front already.`, "Go on with it.");
    desk.raise(fresh);
    return fresh;
  }
  return desk.open((windowOf) => {
    switch (app) {
      case "libreoffice calc":
        return new CalcApp(desk, windowOf);
      case "libreoffice writer":
        return new WriterApp(desk, windowOf);
      case "files":
        return new FilesApp(desk, windowOf, HOME);
      default:
        return new SettingsApp(desk);
    }
  });
}

/** Whether opening that application again would only give another window that shows the same. */
function isFresh(one: SimWindow["app"], app: string): boolean {
  if (one instanceof CalcApp) return app === "libreoffice calc" && one.path === null && one.version === 0;
  if (one instanceof WriterApp)
    return app === "libreoffice writer" && one.path === null && one.document.version === 0;
  if (one instanceof FilesApp) return app === "files" && one.folder === HOME;
  return app === "settings";
}

/** Opens a file or folder in its application; one that is open comes to the front. */
export function openPath(desk: Desk, path: string): SimWindow {
  if (!desk.files.exists(path)) {
    throw new AppError("not_found", `there is no file ${path}`, { where: path, fix: "upload it first" });
  }
  const open = desk.windows.find(({ app }) => isOpenIn(app, path));
  if (open) {
    desk.raise(open);
    return open;
  }
  if (desk.files.isFolder(path)) return desk.open((windowOf) => new FilesApp(desk, windowOf, path));
  const ending = endingOf(path);
  if (ending === "xlsx" || ending === "csv")
    return desk.open((windowOf) => new CalcApp(desk, windowOf, path));
  if (TEXT_FILES.has(ending)) return desk.open((windowOf) => new WriterApp(desk, windowOf, path));
  throw refused(`Nothing here opens ${nameOf(path)}.`, "A simulated desktop opens xlsx, csv and txt files.");
}

function isOpenIn(app: SimWindow["app"], path: string): boolean {
  if (app instanceof FilesApp) return app.folder === path;
  return (app instanceof CalcApp || app instanceof WriterApp) && app.path === path;
}
