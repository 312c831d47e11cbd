import { expect, test } from "vitest";
import { takeDesktop } from "../testing/hands.ts";

test("windows open, come to the front by click, taskbar and id, minimize and close", () => {
  const hands = takeDesktop();
  hands.click("Spreadsheet");
  hands.click("Settings");
  const [back, front] = hands.desktop.observe().windows;
  expect([back?.app, front?.app, front?.focused]).toEqual(["calc", "settings", true]);
  hands.click("Untitled 1 - LibreOffice Calc", { role: "task-button" });
  expect(hands.desktop.observe().foregroundApp).toBe("calc");
  hands.do({ kind: "switch_window", windowId: front?.id ?? "" });
  expect(hands.desktop.observe().foregroundApp).toBe("settings");
  hands.click("Minimize");
  expect(hands.desktop.observe()).toMatchObject({
    foregroundApp: "calc",
    windows: [{ app: "settings", minimized: true }, {}],
  });
  hands.keys("alt", "tab");
  hands.click("Close");
  expect(hands.desktop.observe().windows.map(({ app }) => app)).toEqual(["calc"]);
});

test.each([
  [{ kind: "wait" }, "Nothing is under way"],
  [{ kind: "click", x: 5, y: 5 }, "empty desktop"],
  [{ kind: "type", text: "x" }, "No window"],
  [{ kind: "hotkey", keys: ["ctrl", "s"] }, "No window"],
  [{ kind: "hotkey", keys: ["nokey"] }, "There is no key"],
  [{ kind: "open_app", app: "doom" }, "there is no application"],
  [{ kind: "switch_window", windowId: "0x1" }, "there is no window"],
  [{ kind: "click", x: 5_000, y: 5 }, "outside the screen"],
  [{ kind: "tool", tool: "CalcTools", method: "save", args: {} }, "No spreadsheet is open"],
  [{ kind: "tool", tool: "CalcTools", method: "nothing", args: {} }, "There is no tool"],
] as const)("on an empty desktop %j is an error: %s", (action, message) => {
  const hands = takeDesktop();
  const { clockMs } = hands.desktop.desk;
  expect(
    hands.fail(action.kind === "hotkey" ? { kind: "hotkey", keys: [...action.keys] } : action),
  ).toContain(message);
  expect(hands.desktop.desk.clockMs).toBeGreaterThan(clockMs);
});

test("with a dialog or a menu open only that can be clicked, and the rows say so", () => {
  const hands = takeDesktop();
  hands.do({ kind: "open_app", app: "writer" });
  hands.click("File");
  expect(hands.names()).toEqual(["Open...", "Save", "Save As...", "Close"]);
  hands.keys("escape");
  hands.keys("ctrl", "h");
  expect(hands.names().slice(0, 5)).toEqual([
    "Find and Replace",
    "Find",
    "Replace",
    "Find Next",
    "Replace All",
  ]);
});

test("every row that can be pressed is what a click at its centre reaches", () => {
  const hands = takeDesktop({ "/home/user/a.csv": "1,2\n3,4\n" }, { seed: 3 });
  hands.desktop.openPath("/home/user/a.csv");
  hands.do({ kind: "open_app", app: "files" });
  const count = hands.desktop.observe().accessibility.length;
  for (let index = 0; index < count; index++) {
    const fresh = takeDesktop({ "/home/user/a.csv": "1,2\n3,4\n" }, { seed: 3 });
    fresh.desktop.openPath("/home/user/a.csv");
    fresh.do({ kind: "open_app", app: "files" });
    const row = fresh.desktop.observe().accessibility[index];
    if (!row || row.role === "label") continue;
    const { outcome, error } = fresh.desktop.act({ kind: "click", x: row.x, y: row.y });
    expect([outcome, error?.message ?? ""].join(), `${row.role} ${row.name}`).toMatch(
      /^ok|selected|changed nothing|already/,
    );
  }
});
