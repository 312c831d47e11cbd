import { MENU_HEIGHT, TITLE_HEIGHT } from "../../core/frame.ts";
import { onLeft, type Page } from "../../core/page.ts";
import type { Press, Rect } from "../../core/widget.ts";
import { HOME, join } from "../../storage/paths.ts";
import type { FilesApp } from "./files-app.ts";
import { askNewFolder, entryItems, goUp } from "./files-commands.ts";

const TOOLBAR = 32;
const SIDE = 140;
const ROW = 26;
const PLACES = ["Home", "Desktop", "Documents", "Downloads", "Pictures"] as const;

/** How many entries a window of that size shows. */
export function listSize(window: Rect): number {
  return Math.max(1, Math.floor((window.height - TITLE_HEIGHT - MENU_HEIGHT - TOOLBAR - 8) / ROW));
}

/** Toolbar, places at the left, and the entries of the folder. */
export function layoutFiles(page: Page, area: Rect, app: FilesApp): void {
  const { x, y, width, height } = area;
  page.background("toolbar", { ...area, height: TOOLBAR });
  const end = page.buttons({ x: x + 4, y: y + 4, height: TOOLBAR - 8 }, [["Parent Folder", () => goUp(app)]]);
  page.add(
    "label",
    "Location",
    { x: end + 8, y: y + 4, width: Math.max(40, x + width - end - 16), height: TOOLBAR - 8 },
    { text: app.folder },
  );
  const body = { x: x + SIDE, y: y + TOOLBAR, width: width - SIDE, height: height - TOOLBAR };
  layoutPlaces(page, { x, y: y + TOOLBAR, width: SIDE, height: body.height }, app);
  layoutEntries(page, body, app);
}

function layoutPlaces(page: Page, area: Rect, app: FilesApp): void {
  page.background("sidebar", area);
  PLACES.forEach((name, index) => {
    const path = name === "Home" ? HOME : join(HOME, name);
    const at = { x: area.x + 4, y: area.y + 6 + index * ROW, width: area.width - 8, height: ROW - 2 };
    page.add("tree-item", name, at, {
      press: onLeft(() => app.go(path)),
      look: { selected: app.folder === path },
    });
  });
}

function layoutEntries(page: Page, body: Rect, app: FilesApp): void {
  page.background("list", body, { press: (press) => pressSpace(app, press) });
  app.entries.slice(app.offset, app.offset + app.view).forEach((name, index) => {
    const path = join(app.folder, name);
    const content = app.desk.files.content(path);
    const at = { x: body.x + 8, y: body.y + 4 + index * ROW, width: body.width - 16, height: ROW - 2 };
    page.add("icon", name, at, {
      text: content ? `${content.bytes().length} bytes` : "folder",
      press: (press) => pressEntry(app, name, press),
      look: { selected: app.selected === name },
    });
  });
}

function pressEntry(app: FilesApp, name: string, { button, clicks, x, y }: Press): void {
  app.select(name);
  if (button === "right") app.window.popup = { name: "context", items: entryItems(app), x, y };
  else if (button === "left" && clicks > 1) app.open(app.selectedPath);
}

function pressSpace(app: FilesApp, { button, x, y }: Press): void {
  app.selected = null;
  if (button !== "right") return;
  const items = [
    { name: "New Folder...", run: () => askNewFolder(app) },
    {
      name: "Paste",
      run: () =>
        entryItems(app)
          .find((item) => item.name === "Paste")
          ?.run(),
    },
  ];
  app.window.popup = { name: "context", items, x, y };
}
