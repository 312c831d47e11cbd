import type { AccessibilityRow } from "@deskrl/domain";
import type { GuestObservation } from "@deskrl/protocol";
import type { Desk } from "./desk.ts";
import { reachable } from "./screen-layout.ts";
import type { Widget } from "./widget.ts";

const INFO_LIMIT = 5_000;
const MOST_ROWS = 300;
const TEXT_LIMIT = 200;
const CUT = "(cut here)";

/** What an agent reads of the desktop: the same form as a real desktop gives. */
export function observe(
  desk: Desk,
  { accessibility = true }: { accessibility?: boolean } = {},
): GuestObservation {
  const { active } = desk;
  const widgets = accessibility ? reachable(desk) : [];
  return {
    screen: { width: desk.screen.width, height: desk.screen.height },
    windows: desk.windows.flatMap((window) => window.rows(window === active)),
    foregroundApp: active?.app.name ?? null,
    appInfo: active ? cutLines(active.app.info()) : "",
    accessibility: rowsOf(widgets),
    accessibilityTruncated: widgets.length > MOST_ROWS,
  };
}

function rowsOf(widgets: readonly Widget[]): AccessibilityRow[] {
  const rows: AccessibilityRow[] = [];
  for (const widget of widgets) {
    if (rows.length === MOST_ROWS) break;
    widget.row ??= rowOf(widget);
    rows.push(widget.row);
  }
  return rows;
}

function rowOf({ role, name, text, x, y, width, height }: Widget): AccessibilityRow {
  return {
    role,
    name,
    text: text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) : text,
    x: x + (width >> 1),
    y: y + (height >> 1),
    width,
    height,
  };
}

/** The lines joined, as many as fit; says when some were left out. */
function cutLines(lines: readonly string[]): string {
  const whole = lines.join("\n");
  if (whole.length <= INFO_LIMIT - CUT.length - 1) return whole;
  const kept = whole.slice(0, INFO_LIMIT - CUT.length - 1);
  const end = kept.lastIndexOf("\n");
  // A cut inside a line that shows little of it tells nothing.
  return `${kept.length - end > 20 ? kept : kept.slice(0, end)}\n${CUT}`;
}
