import type { Point, Size, Step, ToolCall } from "@deskrl/domain";

/** What is drawn over the picture the agent saw, in native pixels of the desktop. */
export type OverlayShape =
  | { kind: "ring"; at: Point; clicks: number; button: string }
  | { kind: "arrow"; from: Point; to: Point }
  | { kind: "scroll"; at: Point; direction: "up" | "down" | "left" | "right" }
  | { kind: "text"; at: Point | null; text: string }
  | { kind: "keys"; keys: string }
  | { kind: "off-screen"; at: Point };

export type OverlayStep = Pick<Step, "call" | "points" | "code">;

const SCROLL_DIRECTIONS = ["up", "down", "left", "right"] as const;

/**
 * The shapes of a step's action. Only recorded native points are used: nothing is scaled or guessed here, and a
 * point outside the screen is reported as such rather than moved onto it.
 */
export function overlayShapes(step: OverlayStep, screen: Size): OverlayShape[] {
  const { call, points } = step;
  const shapes: OverlayShape[] = [];
  const [first, second] = points;
  for (const point of points) {
    if (point.x < 0 || point.y < 0 || point.x >= screen.width || point.y >= screen.height) {
      shapes.push({ kind: "off-screen", at: point });
    }
  }
  if (call === null || call.tool !== "Agent") return shapes;
  switch (call.method) {
    case "click":
      if (first) {
        shapes.push({
          kind: "ring",
          at: first,
          clicks: numberOf(call, "num_clicks", 1),
          button: textOf(call, "button_type") || "left",
        });
      }
      break;
    case "drag_and_drop":
      if (first && second) shapes.push({ kind: "arrow", from: first, to: second });
      break;
    case "scroll":
      if (first) shapes.push({ kind: "scroll", at: first, direction: scrollDirection(call) });
      break;
    case "type": {
      if (first) shapes.push({ kind: "ring", at: first, clicks: 1, button: "left" });
      const enter = call.args.enter === true ? " ⏎" : "";
      shapes.push({ kind: "text", at: first ?? null, text: textOf(call, "text") + enter });
      break;
    }
    case "hotkey": {
      const keys = call.args.keys;
      shapes.push({ kind: "keys", keys: Array.isArray(keys) ? keys.join(" + ") : String(keys ?? "") });
      break;
    }
    default:
      break;
  }
  return shapes;
}

function textOf(call: ToolCall, name: string): string {
  const value = call.args[name];
  return typeof value === "string" ? value : "";
}

function numberOf(call: ToolCall, name: string, fallback: number): number {
  const value = call.args[name];
  return typeof value === "number" && Number.isFinite(value) ? value : fallback;
}

function scrollDirection(call: ToolCall): (typeof SCROLL_DIRECTIONS)[number] {
  const wanted = textOf(call, "direction");
  return SCROLL_DIRECTIONS.find((direction) => direction === wanted) ?? "down";
}

/** Ends of an arrow that stop short of its tip, so that the target under it stays visible. */
export function shortenArrow(from: Point, to: Point, gap: number): { from: Point; to: Point } {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length <= gap) return { from, to };
  const ratio = (length - gap) / length;
  return { from, to: { x: from.x + (to.x - from.x) * ratio, y: from.y + (to.y - from.y) * ratio } };
}

/** Cuts typed text to what fits on the picture; the step list has it whole. */
export function overlayText(text: string, limit = 60): string {
  const oneLine = text.replaceAll("\n", "⏎");
  return oneLine.length > limit ? `${oneLine.slice(0, limit - 1)}…` : oneLine;
}
