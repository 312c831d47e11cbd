import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Desk } from "../core/desk.ts";
import { layoutPopup } from "../core/frame.ts";
import { Page } from "../core/page.ts";
import { panelWidgets, windowWidgets } from "../core/screen-layout.ts";
import { drawWidget } from "./draw-widget.ts";
import { registerFonts } from "./fonts.ts";

/** Of each size of screen one, drawn over and over: a canvas of its own for each picture is 3.7 MB until it is collected. */
const canvases = new Map<string, Canvas>();

/**
 * Draws the screen as it is now: wallpaper, windows from back to front, the panel, menus, the pointer. The canvas is drawn
 * over by the next call, for whichever desktop: take from it what you need before anything else can run.
 */
export function drawDesk(desk: Desk): Canvas {
  registerFonts();
  const { width, height } = desk.screen;
  const key = `${width}x${height}`;
  const canvas = canvases.get(key) ?? createCanvas(width, height);
  canvases.set(key, canvas);
  const context = canvas.getContext("2d");
  context.save();
  drawWallpaper(context, width, height);
  const { active } = desk;
  for (const window of desk.windows) {
    if (window.minimized) continue;
    for (const widget of windowWidgets(desk, window))
      drawWidget(context, widget, { active: window === active });
  }
  for (const widget of panelWidgets(desk)) drawWidget(context, widget, { active: true });
  if (active?.popup) {
    // Above the panel too.
    const page = new Page();
    layoutPopup(page, desk, { window: active, popup: active.popup });
    for (const widget of page.widgets) drawWidget(context, widget, { active: true });
  }
  drawPointer(context, desk.pointer.x, desk.pointer.y);
  context.restore();
  return canvas;
}

function drawWallpaper(context: SKRSContext2D, width: number, height: number): void {
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, "#1d3b53");
  gradient.addColorStop(1, "#3f7a8c");
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "rgba(255,255,255,0.06)";
  context.lineWidth = 2;
  for (let radius = 80; radius < width; radius += 70) {
    context.beginPath();
    context.arc(width * 0.78, height * 0.3, radius, 0, Math.PI * 2);
    context.stroke();
  }
}

function drawPointer(context: SKRSContext2D, x: number, y: number): void {
  context.beginPath();
  for (const [index, [dx, dy]] of ARROW.entries()) {
    if (index === 0) context.moveTo(x + dx, y + dy);
    else context.lineTo(x + dx, y + dy);
  }
  context.closePath();
  context.fillStyle = "#111";
  context.fill();
  context.strokeStyle = "#fff";
  context.lineWidth = 1;
  context.stroke();
}

const ARROW = [
  [0, 0],
  [0, 16],
  [4, 12],
  [7, 18],
  [9, 17],
  [6, 11],
  [11, 11],
] as const;
