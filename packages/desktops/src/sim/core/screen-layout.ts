import type { Desk } from "./desk.ts";
import { layoutDialog, layoutPopup, layoutWindow } from "./frame.ts";
import { Page } from "./page.ts";
import { layoutPanel } from "./panel.ts";
import type { SimWindow } from "./sim-window.ts";
import { contains, type Widget, widgetAt } from "./widget.ts";

/** Widgets of a window with what lies above it. */
export function windowWidgets(
  desk: Desk,
  window: SimWindow,
  layouts = currentLayouts(desk),
): readonly Widget[] {
  let widgets = layouts.windows.get(window);
  if (!widgets) {
    const page = new Page();
    layoutWindow(page, desk, window);
    if (window.dialog) layoutDialog(page, desk, { window, dialog: window.dialog });
    if (window.popup) layoutPopup(page, desk, { window, popup: window.popup });
    widgets = page.widgets;
    layouts.windows.set(window, widgets);
  }
  return widgets;
}

export function panelWidgets(desk: Desk, layouts = currentLayouts(desk)): readonly Widget[] {
  if (!layouts.panel) {
    const page = new Page();
    layoutPanel(page, desk);
    layouts.panel = page.widgets;
  }
  return layouts.panel;
}

interface Layouts {
  mark: string;
  windows: Map<SimWindow, readonly Widget[]>;
  panel: readonly Widget[] | null;
}

const layoutsOf = new WeakMap<Desk, Layouts>();

/** What was laid out since the last visible change: looking and then clicking lays out once. */
function currentLayouts(desk: Desk): Layouts {
  const mark = desk.mark();
  let layouts = layoutsOf.get(desk);
  if (layouts?.mark !== mark) {
    layouts = { mark, windows: new Map(), panel: null };
    layoutsOf.set(desk, layouts);
  }
  return layouts;
}

/** What a click at a point would reach, and the window that it belongs to; null for the bare desktop. */
export function hitTest(
  desk: Desk,
  x: number,
  y: number,
): { widget: Widget; window: SimWindow | null } | null {
  const active = desk.active;
  const layouts = currentLayouts(desk);
  // An open menu takes every click, also beside its window.
  if (active?.popup) {
    const widget = widgetAt(windowWidgets(desk, active, layouts), x, y);
    if (widget) return { widget, window: active };
  }
  const panel = widgetAt(panelWidgets(desk, layouts), x, y);
  if (panel) return { widget: panel, window: null };
  const window = desk.windows.findLast((one) => !one.minimized && contains(one.rect, x, y));
  if (!window) return null;
  const widget = widgetAt(windowWidgets(desk, window, layouts), x, y);
  return widget ? { widget, window } : null;
}

/** The widgets that a click can reach now, of the active window and of the panel; decoration left out. */
export function reachable(desk: Desk): Widget[] {
  const window = desk.active;
  const { width, height } = desk.screen;
  const layouts = currentLayouts(desk);
  let found: Widget[] = [];
  for (const widget of window ? windowWidgets(desk, window, layouts) : []) {
    if (widget.role === "shade" || widget.role === "backdrop") found = [];
    const centreX = widget.x + (widget.width >> 1);
    const centreY = widget.y + (widget.height >> 1);
    const inside = centreX >= 0 && centreY >= 0 && centreX < width && centreY < height;
    if (inside && widget.name !== "") found.push(widget);
  }
  // An open menu covers the panel too.
  if (window?.popup) return found;
  for (const widget of panelWidgets(desk, layouts)) if (widget.name !== "") found.push(widget);
  return found;
}
