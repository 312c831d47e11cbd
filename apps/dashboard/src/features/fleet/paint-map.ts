import type { WallRow } from "@deskrl/protocol";
import type { Glyph, Hue } from "@deskrl/ui";
import { MAP_PADDING, type MapLayout, rowsBetween } from "./heat-map.logic.ts";
import { rowLook, rowStuckness } from "./row-look.logic.ts";

/** Colours of the surface as a canvas needs them: resolved, in the theme that shows. */
export interface MapColours {
  hues: Record<Hue, string>;
  text: string;
  muted: string;
  accent: string;
  panel: string;
  danger: string;
  font: string;
}

const HUES: readonly Hue[] = [
  "queued",
  "starting",
  "acting",
  "judging",
  "succeeded",
  "failed",
  "invalid",
  "paused",
];

/** Reads the colours off the page. */
export function readColours(element: HTMLElement): MapColours {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const hues = Object.fromEntries(HUES.map((hue) => [hue, value(`--state-${hue}`)])) as Record<Hue, string>;
  return {
    hues,
    text: value("--text"),
    muted: value("--muted"),
    accent: value("--accent"),
    panel: value("--panel"),
    danger: value("--danger"),
    font: style.fontFamily,
  };
}

export interface PaintMapOptions {
  context: CanvasRenderingContext2D;
  layout: MapLayout;
  /** The stretch of the map that shows, and its size. */
  scrollTop: number;
  width: number;
  height: number;
  rowAt: (tile: number) => WallRow | undefined;
  headingOf: (section: number) => { label: string; count: number; closed: boolean } | undefined;
  isSelected: (id: string) => boolean;
  /** The tile that the keyboard is on, or -1. */
  focused: number;
  colours: MapColours;
  /** Of the server's clock. */
  nowMs: number;
}

/** Draws the part of the heat map that shows. A cell has its state's hue and a mark of its own, so that hue is not the only sign. */
export function paintMap(options: PaintMapOptions): void {
  const { context, layout, scrollTop, width, height, colours } = options;
  context.clearRect(0, 0, width, height);
  const [first, end] = rowsBetween(layout, scrollTop, scrollTop + height);
  for (let index = first; index < end; index += 1) {
    const row = layout.rows[index];
    const y = (layout.tops[index] ?? 0) - scrollTop;
    if (row?.kind === "header") paintHeading(options, row.section, y);
    else if (row)
      for (let tile = row.from; tile < row.to; tile += 1)
        paintCell(options, tile, MAP_PADDING + (tile - row.from) * layout.pitch, y);
  }
  context.fillStyle = colours.text;
}

function paintHeading({ context, headingOf, colours }: PaintMapOptions, section: number, y: number): void {
  const heading = headingOf(section);
  if (!heading) return;
  context.textBaseline = "middle";
  context.font = `500 12px ${colours.font}`;
  context.fillStyle = colours.text;
  const label = `${heading.closed ? "▸" : "▾"} ${heading.label}`;
  context.fillText(label, MAP_PADDING, y + 12);
  const after = MAP_PADDING + context.measureText(label).width + 8;
  context.font = `12px ${colours.font}`;
  context.fillStyle = colours.muted;
  context.fillText(heading.count.toLocaleString("en-US"), after, y + 12);
}

function paintCell(options: PaintMapOptions, tile: number, x: number, y: number): void {
  const { context, layout, rowAt, isSelected, focused, colours, nowMs } = options;
  const row = rowAt(tile);
  if (!row) return;
  const { cell } = layout;
  const look = rowLook(row);
  const colour = colours.hues[look.hue];
  const idle = row.episode === null && row.state === "ready";
  context.globalAlpha = idle ? 0.28 : 0.9;
  context.fillStyle = colour;
  context.fillRect(x, y, cell, cell);
  context.globalAlpha = 1;
  mark(context, look.glyph, { x, y, cell, ink: colours.panel, colour });
  if (rowStuckness(row, nowMs).sign !== null) {
    // A corner cut in the warning colour: an agent that acts, and gets nowhere.
    const corner = Math.max(5, cell * 0.55);
    context.fillStyle = colours.danger;
    context.beginPath();
    context.moveTo(x + cell - corner, y);
    context.lineTo(x + cell, y);
    context.lineTo(x + cell, y + corner);
    context.fill();
  }
  if (isSelected(row.id)) outline(context, { x, y, cell, colour: colours.accent, width: 2 });
  if (tile === focused)
    outline(context, { x: x - 1, y: y - 1, cell: cell + 2, colour: colours.text, width: 2 });
}

interface Cell {
  x: number;
  y: number;
  cell: number;
}

function outline(context: CanvasRenderingContext2D, at: Cell & { colour: string; width: number }): void {
  context.strokeStyle = at.colour;
  context.lineWidth = at.width;
  context.strokeRect(at.x + 1, at.y + 1, at.cell - 2, at.cell - 2);
}

/** The mark of a state, in the colour of the ground. Acting has none: most cells act. */
function mark(
  context: CanvasRenderingContext2D,
  glyph: Glyph,
  { x, y, cell, ink, colour }: Cell & { ink: string; colour: string },
): void {
  const unit = cell / 8;
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = Math.max(1, unit);
  switch (glyph) {
    case "wrench":
    case "unplug": {
      // The hatch of what the machinery broke; a lost worker's is crossed.
      context.beginPath();
      for (let at = -cell; at < cell; at += Math.max(4, cell / 3)) {
        line(context, { x, y, cell, from: at, rising: true });
        if (glyph === "unplug") line(context, { x, y, cell, from: at, rising: false });
      }
      context.stroke();
      return;
    }
    case "loader":
      context.fillRect(x + unit, y + unit, 6 * unit, 3 * unit);
      return;
    case "clock":
      context.fillRect(x + unit, y + unit, 6 * unit, 6 * unit);
      return;
    case "scale":
      context.fillRect(x + unit, y + 3.5 * unit, 6 * unit, Math.max(1, unit));
      return;
    case "pause":
      context.fillRect(x + 2 * unit, y + 2 * unit, 1.2 * unit, 4 * unit);
      context.fillRect(x + 4.8 * unit, y + 2 * unit, 1.2 * unit, 4 * unit);
      return;
    case "hand":
    case "square":
      context.fillRect(x + 2.5 * unit, y + 2.5 * unit, 3 * unit, 3 * unit);
      return;
    case "circle":
      outline(context, { x, y, cell, colour, width: 1 });
      return;
    default:
      return;
  }
}

function line(
  context: CanvasRenderingContext2D,
  { x, y, cell, from, rising }: Cell & { from: number; rising: boolean },
): void {
  const start = Math.max(0, from);
  const end = Math.min(cell, from + cell);
  const down = (at: number) => (rising ? y + cell - (at - from) : y + (at - from));
  context.moveTo(x + start, down(start));
  context.lineTo(x + end, down(end));
}
