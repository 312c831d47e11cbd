import { expect, test } from "vitest";
import { isOnScreen, toNative } from "./geometry.ts";

const screen = { width: 1280, height: 720 };

test("native coordinates are not scaled", () => {
  expect(toNative({ x: 640, y: 360 }, "native", screen)).toEqual({ x: 640, y: 360 });
});

test.each([
  [0, 0, 0, 0],
  [500, 500, 640, 360],
  [1000, 1000, 1279, 719],
])("0–1000 coordinates (%d, %d) reach both edges of the screen: (%d, %d)", (x, y, nativeX, nativeY) => {
  const point = toNative({ x, y }, "0-1000", screen);
  expect(point).toEqual({ x: nativeX, y: nativeY });
  expect(isOnScreen(point, screen)).toBe(true);
});

test.each([
  [-1, 0],
  [1280, 10],
  [10, 720],
])("(%d, %d) is outside the screen", (x, y) => {
  expect(isOnScreen({ x, y }, screen)).toBe(false);
});
