import {
  type CoordinateSpace,
  isOnScreen,
  type Point,
  type Size,
  type ToolCall,
  toNative,
} from "@deskrl/domain";
import type { GuestActionInput } from "@deskrl/protocol";
import { z } from "zod";
import { GUI_TOOL, SCROLL_DIRECTIONS } from "./gui-actions.ts";

/** Wheel notches of one scroll: about half a page, so that nothing passes by unseen. */
export const SCROLL_NOTCHES = 5;
/** Milliseconds of one `Agent.wait()`. */
export const WAIT_MS = 1_000;
const MAX_KEYS = 6;
const TOO_MANY_KEYS = `Agent.hotkey: argument "keys" names more than ${MAX_KEYS} keys; allowed: 1 to ${MAX_KEYS}. Call it as Agent.hotkey(keys).`;

/** What a validated call means for the guest. */
export type GuestPlan =
  | { kind: "guest"; actions: GuestActionInput[]; points: Point[] }
  | { kind: "quote"; content: string }
  | { kind: "exit"; success: boolean }
  | { kind: "rejected"; code: "action_out_of_screen" | "tool_arguments_invalid"; message: string };

export interface PlanOptions {
  call: ToolCall;
  actionId: string;
  space: CoordinateSpace;
  screen: Size;
  /** Limit of each guest action. */
  timeoutMs: number;
}

const Coordinate = z.tuple([z.number(), z.number()]);
const GuiArguments = {
  click: z.object({
    coordinate: Coordinate,
    num_clicks: z.number().default(1),
    button_type: z.enum(["left", "middle", "right"]).default("left"),
  }),
  type: z.object({
    coordinate: Coordinate.optional(),
    text: z.string().default(""),
    overwrite: z.boolean().default(false),
    enter: z.boolean().default(false),
  }),
  drag_and_drop: z.object({ drag_from_coordinate: Coordinate, drop_on_coordinate: Coordinate }),
  scroll: z.object({ coordinate: Coordinate, direction: z.enum(SCROLL_DIRECTIONS) }),
  open_app: z.object({ app_name: z.string() }),
  switch_window: z.object({ window_id: z.string() }),
  hotkey: z.object({ keys: z.union([z.array(z.string()), z.string()]) }),
  quote: z.object({ content: z.string() }),
  exit: z.object({ success: z.boolean() }),
};

const WHEEL = {
  up: { deltaY: -SCROLL_NOTCHES },
  down: { deltaY: SCROLL_NOTCHES },
  left: { deltaX: -SCROLL_NOTCHES },
  right: { deltaX: SCROLL_NOTCHES },
} as const;

/** Turns a validated call into guest actions. A `type` with a coordinate is two guest actions and one step. */
export function toGuestActions({ call, actionId, space, screen, timeoutMs }: PlanOptions): GuestPlan {
  const { tool, method, args } = call;
  const base = { id: actionId, timeoutMs };
  if (tool !== GUI_TOOL) {
    return { kind: "guest", actions: [{ ...base, kind: "tool", tool, method, args }], points: [] };
  }
  const points: Point[] = [];
  const at = (coordinate: readonly [number, number]) => {
    const point = toNative({ x: coordinate[0], y: coordinate[1] }, space, screen);
    points.push(point);
    return point;
  };
  const actions = (): GuestActionInput[] => {
    switch (method) {
      case "click": {
        const { coordinate, num_clicks: clicks, button_type: button } = GuiArguments.click.parse(args);
        return [{ ...base, kind: "click", ...at(coordinate), clicks, button }];
      }
      case "type": {
        const { coordinate, text, overwrite, enter } = GuiArguments.type.parse(args);
        const typing: GuestActionInput = { ...base, kind: "type", text, overwrite, enter };
        return coordinate
          ? [{ ...base, id: `${actionId}.click`, kind: "click", ...at(coordinate) }, typing]
          : [typing];
      }
      case "drag_and_drop": {
        const drag = GuiArguments.drag_and_drop.parse(args);
        return [
          { ...base, kind: "drag", from: at(drag.drag_from_coordinate), to: at(drag.drop_on_coordinate) },
        ];
      }
      case "scroll": {
        const { coordinate, direction } = GuiArguments.scroll.parse(args);
        return [{ ...base, kind: "scroll", ...at(coordinate), ...WHEEL[direction] }];
      }
      case "open_app":
        return [{ ...base, kind: "open_app", app: GuiArguments.open_app.parse(args).app_name }];
      case "switch_window":
        return [
          { ...base, kind: "switch_window", windowId: GuiArguments.switch_window.parse(args).window_id },
        ];
      case "hotkey":
        return [{ ...base, kind: "hotkey", keys: keyNames(GuiArguments.hotkey.parse(args).keys) }];
      default:
        return [{ ...base, kind: "wait", ms: WAIT_MS }];
    }
  };
  if (method === "quote") return { kind: "quote", content: GuiArguments.quote.parse(args).content };
  if (method === "exit") return { kind: "exit", success: GuiArguments.exit.parse(args).success };
  const planned = actions();
  const outside = points.find((point) => !isOnScreen(point, screen));
  if (outside) {
    return { kind: "rejected", code: "action_out_of_screen", message: outOfScreen(outside, space, screen) };
  }
  const tooMany = planned.find((action) => action.kind === "hotkey" && action.keys.length > MAX_KEYS);
  if (tooMany) return { kind: "rejected", code: "tool_arguments_invalid", message: TOO_MANY_KEYS };
  return { kind: "guest", actions: planned, points };
}

/** `ctrl+shift++` is three keys, the last of them plus. */
function keyNames(keys: string | string[]): string[] {
  if (typeof keys !== "string") return keys;
  const names = keys.split(/(?<=[^+\s])\s*\+\s*|\s+/).filter((name) => name !== "");
  return names.length > 0 ? names : [keys];
}

function outOfScreen({ x, y }: Point, space: CoordinateSpace, { width, height }: Size): string {
  const allowed =
    space === "native" ? `x from 0 to ${width - 1} and y from 0 to ${height - 1}` : "0 to 1000 on both axes";
  return `The point is outside the screen: received x=${x}, y=${y} in pixels; allowed: ${allowed}. Choose a point on the screenshot.`;
}
