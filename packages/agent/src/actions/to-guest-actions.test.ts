import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { toGuestActions } from "./to-guest-actions.ts";

const screen = { width: 1280, height: 720 };

function plan(method: string, args: JsonObject, space: "native" | "0-1000" = "native") {
  const call = { tool: "Agent", method, args };
  return toGuestActions({ call, actionId: "act_1", space, screen, timeoutMs: 1000 });
}

describe("GUI actions become guest actions", () => {
  test.each<[string, JsonObject, object[]]>([
    ["click", { coordinate: [1, 2] }, [{ kind: "click", x: 1, y: 2, clicks: 1, button: "left" }]],
    ["type", { text: "a" }, [{ kind: "type", text: "a", overwrite: false, enter: false }]],
    [
      "drag_and_drop",
      { drag_from_coordinate: [1, 2], drop_on_coordinate: [3, 4] },
      [{ kind: "drag", from: { x: 1, y: 2 }, to: { x: 3, y: 4 } }],
    ],
    ["scroll", { coordinate: [1, 2], direction: "up" }, [{ kind: "scroll", x: 1, y: 2, deltaY: -5 }]],
    ["open_app", { app_name: "files" }, [{ kind: "open_app", app: "files" }]],
    ["switch_window", { window_id: "0x1" }, [{ kind: "switch_window", windowId: "0x1" }]],
    ["hotkey", { keys: ["ctrl", "s"] }, [{ kind: "hotkey", keys: ["ctrl", "s"] }]],
    ["hotkey", { keys: "ctrl+shift+s" }, [{ kind: "hotkey", keys: ["ctrl", "shift", "s"] }]],
    ["hotkey", { keys: "ctrl++" }, [{ kind: "hotkey", keys: ["ctrl", "+"] }]],
    ["hotkey", { keys: "+" }, [{ kind: "hotkey", keys: ["+"] }]],
    ["hotkey", { keys: "Ctrl + S" }, [{ kind: "hotkey", keys: ["Ctrl", "S"] }]],
    ["wait", {}, [{ kind: "wait", ms: 1000 }]],
  ])("%s %j", (method, args, actions) => {
    expect(plan(method, args)).toMatchObject({ kind: "guest", actions });
  });
});

test("typing at a point is a click and the typing, under ids of their own, in one step", () => {
  const typed = plan("type", { coordinate: [5, 6], text: "a" });
  expect(typed).toMatchObject({
    kind: "guest",
    points: [{ x: 5, y: 6 }],
    actions: [
      { id: "act_1.click", kind: "click", x: 5, y: 6 },
      { id: "act_1", kind: "type", text: "a" },
    ],
  });
});

test("coordinates are scaled exactly once: the middle of 0–1000 is the middle of the screen", () => {
  expect(plan("click", { coordinate: [500, 500] }, "0-1000")).toMatchObject({ points: [{ x: 640, y: 360 }] });
  expect(plan("click", { coordinate: [1000, 1000] }, "0-1000")).toMatchObject({
    points: [{ x: 1279, y: 719 }],
  });
  expect(plan("click", { coordinate: [500, 500] })).toMatchObject({ points: [{ x: 500, y: 500 }] });
});

describe("a point outside the screen is not clamped but refused, with what is allowed", () => {
  test.each<[string, JsonObject, "native" | "0-1000", string]>([
    [
      "click",
      { coordinate: [1280, 0] },
      "native",
      "received x=1280, y=0 in pixels; allowed: x from 0 to 1279",
    ],
    ["click", { coordinate: [-1, 0] }, "native", "received x=-1"],
    ["click", { coordinate: [0, 720.4] }, "native", "y from 0 to 719"],
    ["click", { coordinate: [1001, 5] }, "0-1000", "allowed: 0 to 1000 on both axes"],
    ["type", { coordinate: [5, 5000], text: "a" }, "native", "y=5000"],
    ["drag_and_drop", { drag_from_coordinate: [1, 2], drop_on_coordinate: [3, 4000] }, "native", "y=4000"],
  ])("%s %j", (method, args, space, message) => {
    const refused = plan(method, args, space);
    expect(refused).toMatchObject({ kind: "rejected", code: "action_out_of_screen" });
    expect(refused.kind === "rejected" && refused.message).toContain(message);
  });
});

test("more keys than fingers are refused", () => {
  expect(plan("hotkey", { keys: "a+b+c+d+e+f+g" })).toMatchObject({
    kind: "rejected",
    code: "tool_arguments_invalid",
  });
});

test("an application's call goes to the guest as it is", () => {
  const call = { tool: "CalcTools", method: "save", args: {} };
  expect(toGuestActions({ call, actionId: "act_1", space: "native", screen, timeoutMs: 5 })).toEqual({
    kind: "guest",
    points: [],
    actions: [{ id: "act_1", timeoutMs: 5, kind: "tool", ...call }],
  });
});
