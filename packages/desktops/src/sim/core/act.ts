import { AppError, isOnScreen, type Point } from "@deskrl/domain";
import type { GuestAction, GuestActionInput } from "@deskrl/protocol";
import { openApp } from "../apps/open.ts";
import { callTool } from "../tools/call-tool.ts";
import type { Desk } from "./desk.ts";
import { pressKey, typeText } from "./keyboard.ts";
import { Refusal, refused } from "./refusal.ts";
import { hitTest } from "./screen-layout.ts";

/** What became of an action, without what only a clock could say. */
export interface SimResult {
  outcome: "ok" | "error";
  output: string;
  error: { code: string; message: string; fix?: string } | null;
}

export interface ActOptions {
  /** It is the first part of a step, such as the click before typing: that it changes nothing is no fault. */
  partial?: boolean;
}

const OUTPUT_LIMIT = 2_000;
/** Logical time that every action takes. */
const ACTION_MS = 100;
/** Tools that only tell something. */
const TELLING = new Set(["get_workbook_info", "get_column_data"]);

/** Any action of the guest protocol; what the protocol gives a default may be left out. */
export type SimAction = DistributiveOmit<GuestActionInput, "id" | "timeoutMs">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * Carries out one action. A failure is an outcome, never an exception. An action that leaves everything as it was is an
 * error too, so that no useless step counts as a good one.
 */
export function act(desk: Desk, action: SimAction, { partial = false }: ActOptions = {}): SimResult {
  desk.useless = null;
  desk.clockMs += ACTION_MS;
  const before = action.kind === "move" ? "" : desk.mark();
  try {
    const output = carryOut(desk, action) ?? "";
    if (desk.useless !== null) throw refused(desk.useless);
    const tells = action.kind === "tool" && TELLING.has(action.method);
    if (action.kind !== "move" && !tells && !partial && desk.mark() === before)
      throw refused(nothing(action.kind));
    return { outcome: "ok", output: output.slice(0, OUTPUT_LIMIT), error: null };
  } catch (error) {
    return { outcome: "error", output: "", error: errorBody(error) };
  }
}

function nothing(kind: GuestAction["kind"]): string {
  return kind === "wait" ? "Nothing is under way here; waiting changes nothing." : "That changed nothing.";
}

function errorBody(error: unknown): NonNullable<SimResult["error"]> {
  if (!(error instanceof Refusal) && !(error instanceof AppError)) throw error;
  const { code, message, fix } = error;
  return fix === undefined ? { code, message } : { code, message, fix };
}

function carryOut(desk: Desk, action: SimAction): string | undefined {
  switch (action.kind) {
    case "click":
      press(desk, action, { button: action.button ?? "left", clicks: action.clicks ?? 1 });
      return;
    case "move":
      requireOnScreen(desk, action);
      desk.pointer = { x: action.x, y: action.y };
      return;
    case "drag":
      drag(desk, action.from, action.to);
      return;
    case "scroll":
      scroll(desk, action, [action.deltaX ?? 0, action.deltaY ?? 0]);
      return;
    case "type":
      if (action.overwrite) selectAll(desk);
      typeText(desk, action.enter ? `${action.text}\n` : action.text);
      return;
    case "hotkey":
      pressKey(desk, action.keys);
      return;
    case "open_app": {
      const window = openApp(desk, action.app);
      return `${window.id} ${window.app.title()}`;
    }
    case "switch_window": {
      const window = desk.find(action.windowId);
      if (!window) throw new Refusal("not_found", `there is no window ${action.windowId}`, known(desk));
      desk.raise(window);
      return `${window.id} ${window.app.title()}`;
    }
    case "wait":
      desk.clockMs += action.ms ?? 1_000;
      return;
    case "tool":
      return callTool(desk, action);
  }
}

function known(desk: Desk): string {
  const titles = desk.windows.map((window) => `${window.id} '${window.app.title()}'`);
  return `Windows now: ${titles.join(", ") || "none"}`;
}

function requireOnScreen(desk: Desk, point: Point): void {
  if (isOnScreen(point, desk.screen)) return;
  const { width, height } = desk.screen;
  throw new Refusal(
    "action_out_of_screen",
    `The point x=${point.x}, y=${point.y} is outside the screen.`,
    `Choose x from 0 to ${width - 1} and y from 0 to ${height - 1}.`,
  );
}

function press(
  desk: Desk,
  { x, y }: Point,
  how: { button: "left" | "middle" | "right"; clicks: number },
): void {
  requireOnScreen(desk, { x, y });
  desk.pointer = { x, y };
  const hit = hitTest(desk, x, y);
  if (!hit) throw refused("There is nothing but the empty desktop there.");
  if (hit.window) desk.raise(hit.window);
  hit.widget.press?.({ x, y, ...how });
}

function drag(desk: Desk, from: Point, to: Point): void {
  requireOnScreen(desk, from);
  requireOnScreen(desk, to);
  desk.pointer = { x: to.x, y: to.y };
  const hit = hitTest(desk, from.x, from.y);
  if (hit?.window) desk.raise(hit.window);
  if (!hit?.widget.drag) throw refused("Nothing there can be dragged.");
  hit.widget.drag(from, to);
}

function scroll(desk: Desk, point: Point, [deltaX, deltaY]: readonly [number, number]): void {
  requireOnScreen(desk, point);
  desk.pointer = { x: point.x, y: point.y };
  const window = hitTest(desk, point.x, point.y)?.window;
  if (!window || window.dialog || window.popup) throw refused("Nothing scrolls there.");
  window.app.scroll(deltaX, deltaY);
}

function selectAll(desk: Desk): void {
  const window = desk.active;
  if (window?.dialog) window.dialog.editor?.selectAll();
  else window?.app.selectAll();
}
