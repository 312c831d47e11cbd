import { openApp } from "../apps/open.ts";
import { type Desk, PANEL_HEIGHT } from "./desk.ts";
import { onLeft, type Page } from "./page.ts";

const LAUNCHERS = [
  ["Spreadsheet", "libreoffice calc"],
  ["Word Processor", "libreoffice writer"],
  ["File Manager", "files"],
  ["Settings", "settings"],
] as const;
const LAUNCHER_WIDTH = 118;

/** The taskbar at the bottom: launchers, then a button for each window. */
export function layoutPanel(page: Page, desk: Desk): void {
  const { width, height } = desk.screen;
  const y = height - PANEL_HEIGHT;
  page.background("panel", { x: 0, y, width, height: PANEL_HEIGHT });
  const launcherWidth = Math.min(LAUNCHER_WIDTH, Math.floor(width / 8));
  LAUNCHERS.forEach(([name, app], index) => {
    const at = { x: 4 + index * launcherWidth, y: y + 4, width: launcherWidth - 4, height: PANEL_HEIGHT - 8 };
    page.button(name, at, () => openApp(desk, app));
  });
  const left = 12 + LAUNCHERS.length * launcherWidth;
  const active = desk.active;
  // By age, so that a button stays where it is when windows change their order.
  const windows = desk.windows.toSorted((a, b) => Number(a.id) - Number(b.id));
  const taskWidth = Math.min(180, Math.floor((width - left - 4) / Math.max(1, windows.length)));
  windows.forEach((window, index) => {
    const at = {
      x: left + index * taskWidth,
      y: y + 4,
      width: Math.max(1, taskWidth - 4),
      height: PANEL_HEIGHT - 8,
    };
    page.add("task-button", window.app.title(), at, {
      press: onLeft(() => (window === active ? desk.minimize(window) : desk.raise(window))),
      look: { selected: window === active },
    });
  });
}
