import type { Desk } from "./desk.ts";
import { layoutDialog, layoutPopup, layoutWindow } from "./frame.ts";
import { Page } from "./page.ts";
import { layoutPanel } from "./panel.ts";
import type { SimWindow } from "./sim-window.ts";
import { contains, type Widget, widgetAt } from "./widget.ts";

/** Widgets of a window with what lies above it. */
export function windowWidgets(desk: Desk, window: SimWindow): Widget[] {
  const page = new Page();
  layoutWindow(page, desk, window);
  if (window.dialog) layoutDialog(page, desk, { window, dialog: window.dialog });
  if (window.popup) layoutPopup(page, desk, { window, popup: window.popup });
  return page.widgets;
}

export function panelWidgets(desk: Desk): Widget[] {
  const page = new Page();
  layoutPanel(page, desk);
  return page.widgets;
}

/** What a click at a point would reach, and the window that it belongs to; null for the bare desktop. */
export function hitTest(
  desk: Desk,
  x: number,
  y: number,
): { widget: Widget; window: SimWindow | null } | null {
  const active = desk.active;
  // An open menu takes every click, also beside its window.
  if (active?.popup) {
    const widget = widgetAt(windowWidgets(desk, active), x, y);
    if (widget) return { widget, window: active };
  }
  const panel = widgetAt(panelWidgets(desk), x, y);
  if (panel) return { widget: panel, window: null };
  const window = desk.windows.findLast((one) => !one.minimized && reaches(one, x, y));
  if (!window) return null;
  const widget = widgetAt(windowWidgets(desk, window), x, y);
  return widget ? { widget, window } : null;
}

function reaches(window: SimWindow, x: number, y: number): boolean {
  return contains(window.rect, x, y);
}

/** The widgets that a click can reach now, of the active window and of the panel; decoration left out. */
export function reachable(desk: Desk): Widget[] {
  const window = desk.active;
  const widgets = window ? windowWidgets(desk, window) : [];
  const shade = widgets.findLastIndex(({ role }) => role === "shade" || role === "backdrop");
  const { width, height } = desk.screen;
  const inside = ({ x, y, width: w, height: h }: Widget) => {
    const [centreX, centreY] = [x + (w >> 1), y + (h >> 1)];
    return centreX >= 0 && centreY >= 0 && centreX < width && centreY < height;
  };
  const named = widgets.filter((widget, index) => index > shade && widget.name !== "" && inside(widget));
  // An open menu covers the panel too.
  const panel = window?.popup ? [] : panelWidgets(desk).filter(({ name }) => name !== "");
  return [...named, ...panel];
}
