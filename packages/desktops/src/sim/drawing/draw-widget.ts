import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Widget } from "../core/widget.ts";
import { drawText } from "./draw-text.ts";

/** Fill and border of each role; null leaves it out. */
const COLORS: Readonly<Record<string, readonly [fill: string | null, border: string | null]>> = {
  frame: ["#f4f4f2", "#55606a"],
  "menu-bar": ["#ececea", null],
  toolbar: ["#ececea", "#d6d6d3"],
  "status-bar": ["#ececea", null],
  "tab-bar": ["#ececea", "#d6d6d3"],
  grid: ["#ffffff", null],
  page: ["#ffffff", null],
  list: ["#ffffff", null],
  sidebar: ["#f0f0ee", "#d6d6d3"],
  panel: ["#20262c", null],
  dialog: ["#f7f7f5", "#55606a"],
  "popup-menu": ["#ffffff", "#9aa2aa"],
  shade: ["rgba(0,0,0,0.18)", null],
  "push-button": ["#fbfbfa", "#b9bdc1"],
  "task-button": ["#343c44", "#4a545e"],
  "page-tab": ["#dededb", "#b9bdc1"],
  "column-header": ["#e9e9e6", "#cfcfcb"],
  "row-header": ["#e9e9e6", "#cfcfcb"],
  "table-cell": ["#ffffff", "#dcdcd8"],
  text: ["#ffffff", "#b9bdc1"],
  "spin-button": ["#ffffff", "#b9bdc1"],
};
const SELECTED: Readonly<Record<string, string>> = {
  "table-cell": "#dbe9fb",
  "column-header": "#bcd6f5",
  "row-header": "#bcd6f5",
  "task-button": "#3f7a8c",
  "page-tab": "#ffffff",
  icon: "#cfe2f8",
  "tree-item": "#cfe2f8",
  "list-item": "#cfe2f8",
  menu: "#cfe2f8",
};
const ACCENT = "#2b6cb0";

/** Draws one widget: box, then what is special to its role, then its text. */
export function drawWidget(context: SKRSContext2D, widget: Widget, { active }: { active: boolean }): void {
  const { role, look } = widget;
  if (widget.width <= 0 || widget.height <= 0) return;
  if (role === "paragraph") return;
  if (role === "title-bar") {
    box(context, widget, { fill: active ? "#2f4858" : "#7b8790", border: null });
    drawText(context, widget, { text: widget.text, color: "#ffffff", bold: true, pad: 10 });
    return;
  }
  const [fill, border] = COLORS[role] ?? [null, null];
  const chosen = look?.selected ? (SELECTED[role] ?? fill) : (look?.fill ?? fill);
  box(context, widget, { fill: chosen, border });
  if (look?.focused) outline(context, widget);
  if (role === "toggle-button") drawToggle(context, widget);
  else if (role === "slider") drawSlider(context, widget);
  else drawText(context, widget, labelOf(widget));
  if (role === "icon") drawIcon(context, widget);
}

/** The label of a widget: its text where it has one of its own, else its name. */
function labelOf(widget: Widget) {
  const { role, name, text, look } = widget;
  const base = { color: look?.color ?? "#1c2126", bold: look?.bold ?? false };
  switch (role) {
    case "push-button":
      if (name === "Close" || name === "Minimize")
        return { ...base, text: name === "Close" ? "×" : "–", align: "center" as const };
      return { ...base, text: name, align: "center" as const };
    case "task-button":
      return { ...base, text: name, color: "#ffffff", pad: 8 };
    case "page-tab":
    case "column-header":
      return { ...base, text: name, align: "center" as const };
    case "row-header":
      return { ...base, text, align: "center" as const };
    case "icon":
      return { ...base, text: name, pad: 28, right: text };
    case "text-line":
      return { ...base, text, mono: true, pad: 0 };
    case "label":
      return { ...base, text: text === "" ? name : text, pad: 2 };
    case "menu":
    case "menu-item":
    case "list-item":
    case "tree-item":
      return { ...base, text: name, pad: 8 };
    default:
      return { ...base, text, pad: 4, ...(look?.align ? { align: look.align } : {}) };
  }
}

function box(
  context: SKRSContext2D,
  { x, y, width, height }: Widget,
  { fill, border }: { fill: string | null; border: string | null },
): void {
  if (fill) {
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
  }
  if (!border) return;
  context.strokeStyle = border;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function outline(context: SKRSContext2D, { x, y, width, height }: Widget): void {
  context.strokeStyle = ACCENT;
  context.lineWidth = 2;
  context.strokeRect(x + 1, y + 1, width - 2, height - 2);
}

function drawToggle(context: SKRSContext2D, widget: Widget): void {
  const { x, y, width, height, name, look } = widget;
  drawText(context, widget, { text: name, color: "#1c2126", bold: false, pad: 4 });
  const left = x + width - 46;
  context.fillStyle = look?.selected ? ACCENT : "#b0b6bb";
  context.beginPath();
  context.roundRect(left, y + height / 2 - 10, 40, 20, 10);
  context.fill();
  context.fillStyle = "#ffffff";
  context.beginPath();
  context.arc(left + (look?.selected ? 30 : 10), y + height / 2, 8, 0, Math.PI * 2);
  context.fill();
}

function drawSlider(context: SKRSContext2D, { x, y, width, height, look }: Widget): void {
  const middle = y + height / 2;
  const knob = x + ((look?.level ?? 0) / 100) * (width - 2) + 1;
  context.fillStyle = "#c6cacd";
  context.fillRect(x, middle - 2, width, 4);
  context.fillStyle = ACCENT;
  context.fillRect(x, middle - 2, knob - x, 4);
  context.beginPath();
  context.arc(knob, middle, 8, 0, Math.PI * 2);
  context.fill();
}

function drawIcon(context: SKRSContext2D, { x, y, height, text }: Widget): void {
  const isFolder = text === "folder";
  context.fillStyle = isFolder ? "#e0a83a" : "#8fa9c0";
  context.fillRect(x + 6, y + height / 2 - (isFolder ? 6 : 8), isFolder ? 16 : 12, isFolder ? 12 : 16);
}
