import type { Point } from "@deskrl/domain";
import type { Look, Press, Rect, Widget } from "./widget.ts";

interface Extra {
  text?: string;
  press?: (press: Press) => void;
  drag?: (from: Point, to: Point) => void;
  look?: Look;
}

/** Collects the widgets of one window or of the panel, in painting order. */
export class Page {
  readonly widgets: Widget[] = [];

  add(role: string, name: string, rect: Rect, extra: Extra = {}): void {
    const { x, y, width, height } = rect;
    this.widgets.push({
      role,
      name,
      x,
      y,
      width,
      height,
      text: extra.text ?? "",
      press: extra.press ?? null,
      drag: extra.drag ?? null,
      look: extra.look ?? null,
      row: null,
    });
  }

  /** Adds a widget that is made already. */
  push(widget: Widget): void {
    this.widgets.push(widget);
  }

  /** Decoration: drawn and in the way of clicks, but no accessibility row. */
  background(role: string, rect: Rect, extra: Extra = {}): void {
    this.add(role, "", rect, extra);
  }

  button(name: string, rect: Rect, run: () => void, look?: Look): void {
    this.add("push-button", name, rect, { press: onLeft(run), ...(look ? { look } : {}) });
  }

  /** A row of buttons from left to right; returns where the next would begin. */
  buttons(
    at: { x: number; y: number; height: number },
    items: readonly (readonly [string, () => void])[],
  ): number {
    let x = at.x;
    for (const [name, run] of items) {
      const width = textWidth(name) + 18;
      this.button(name, { x, y: at.y, width, height: at.height }, run);
      x += width + 4;
    }
    return x;
  }
}

/** Runs on a press of the left button only; other buttons find nothing there. */
export function onLeft(run: () => void): (press: Press) => void {
  return (press) => {
    if (press.button === "left") run();
  };
}

/** Pixels that a label takes, at most; labels are drawn to fit. */
export function textWidth(text: string): number {
  return text.length * 7;
}
