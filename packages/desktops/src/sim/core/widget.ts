import type { AccessibilityRow, Point } from "@deskrl/domain";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A press of a mouse button on a widget, in native pixels. */
export interface Press extends Point {
  button: "left" | "middle" | "right";
  clicks: number;
}

/** How a widget is drawn beyond its role. */
export interface Look {
  selected?: boolean;
  /** Has the keyboard. */
  focused?: boolean;
  bold?: boolean;
  fill?: string;
  color?: string;
  align?: "left" | "center" | "right";
  /** Position of the caret in the text, when it shows. */
  caret?: number;
  /** Selected part of the text, from and to. */
  selection?: readonly [number, number];
  /** 0 to 100, of a slider. */
  level?: number;
}

/** One element on the screen: what is laid out here is what clicks reach and what the accessibility rows say. */
export interface Widget extends Rect {
  role: string;
  /** Empty for decoration, which makes no accessibility row. */
  name: string;
  text: string;
  press: ((press: Press) => void) | null;
  /** A drag that begins on it. */
  drag: ((from: Point, to: Point) => void) | null;
  look: Look | null;
  /** Its accessibility row, once someone looked; a widget never changes after it was laid out. */
  row: AccessibilityRow | null;
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/** The topmost of the widgets at a point: later ones lie above earlier ones. */
export function widgetAt(widgets: readonly Widget[], x: number, y: number): Widget | null {
  for (let index = widgets.length - 1; index >= 0; index--) {
    const widget = widgets[index];
    if (widget && contains(widget, x, y)) return widget;
  }
  return null;
}
