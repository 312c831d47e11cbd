import type { SKRSContext2D } from "@napi-rs/canvas";
import { CHARACTER_WIDTH } from "../apps/writer/writer-layout.ts";
import type { Widget } from "../core/widget.ts";
import { MONO, SANS } from "./fonts.ts";

export interface Label {
  text: string;
  color: string;
  bold: boolean;
  align?: "left" | "center" | "right";
  mono?: boolean;
  /** Pixels between the edge and the text. */
  pad?: number;
  /** A second text at the right edge. */
  right?: string;
}

const SIZE = 13;
const MOST_CHARACTERS = 400;

/** Draws a label inside its widget, with selection and caret where it has them. */
export function drawText(context: SKRSContext2D, widget: Widget, label: Label): void {
  const { x, y, width, height, look } = widget;
  const { pad = 4, align = "left", mono = false } = label;
  const text = label.text.slice(0, MOST_CHARACTERS).replaceAll("\t", " ");
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.textBaseline = "middle";
  context.font = `${SIZE}px "${mono ? MONO : label.bold ? `${SANS} Bold` : SANS}"`;
  const measure = (part: string) => (mono ? part.length * CHARACTER_WIDTH : context.measureText(part).width);
  const room = width - 2 * pad;
  const taken = mono ? 0 : align === "left" ? 0 : Math.min(room, measure(text));
  const left = x + pad + (align === "center" ? (room - taken) / 2 : align === "right" ? room - taken : 0);
  const middle = y + height / 2;
  const [from, to] = look?.selection ?? [0, 0];
  if (from < to) {
    context.fillStyle = "#b5d3f6";
    context.fillRect(left + measure(text.slice(0, from)), y + 2, measure(text.slice(from, to)), height - 4);
  }
  context.fillStyle = label.color;
  if (mono) {
    // Letter by letter, so that what is drawn stands exactly where clicks find it.
    [...text].forEach((letter, index) => {
      if (letter !== " ") context.fillText(letter, left + index * CHARACTER_WIDTH, middle);
    });
  } else context.fillText(text, left, middle);
  if (label.right) {
    context.fillStyle = "#68717a";
    context.fillText(label.right, x + width - pad - context.measureText(label.right).width + 20, middle);
  }
  if (look?.caret !== undefined) {
    context.fillStyle = "#111111";
    context.fillRect(Math.round(left + measure(text.slice(0, look.caret))), y + 3, 1, height - 6);
  }
  context.restore();
}
