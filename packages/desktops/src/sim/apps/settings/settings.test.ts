import { expect, test } from "vitest";
import { takeDesktop } from "../../testing/hands.ts";
import { SETTINGS_PATH } from "./settings-store.ts";

test("switches flip, and the file holds them", () => {
  const hands = takeDesktop();
  hands.do({ kind: "open_app", app: "settings" });
  expect(hands.text("Bluetooth")).toBe("off");
  hands.click("Bluetooth");
  expect(hands.text("Bluetooth")).toBe("on");
  expect(JSON.parse(hands.desktop.readText(SETTINGS_PATH) ?? "")).toMatchObject({
    Bluetooth: true,
    Volume: 50,
  });
});

test("the volume is set by click, drag, keys and number", () => {
  const hands = takeDesktop({ [SETTINGS_PATH]: '{"Volume": 80, "Night Light": true}' });
  hands.do({ kind: "open_app", app: "settings" });
  expect([hands.text("Volume"), hands.text("Night Light")]).toEqual(["80", "on"]);
  hands.click("Volume");
  expect(hands.text("Volume")).toBe("50");
  hands.keys("right");
  expect(hands.text("Volume")).toBe("51");
  const { x = 0, y = 0 } = hands.desktop.observe().accessibility.find(({ role }) => role === "slider") ?? {};
  hands.do({ kind: "drag", from: { x, y }, to: { x: x + 20, y } });
  expect(hands.text("Volume")).toBe("60");
  hands.click("Volume percent");
  hands.type("35", { enter: true });
  expect(hands.text("Volume")).toBe("35");
  hands.click("Volume percent");
  expect(hands.fail({ kind: "type", text: "101", enter: true })).toContain("no volume");
  expect(hands.fail({ kind: "type", text: "35", overwrite: true, enter: true })).toContain("already");
});
