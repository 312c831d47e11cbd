import { expect, it } from "vitest";
import { contain, fit, MAX_SCALE, pixelAt, zoomAt } from "./view-box.logic.ts";

const picture = { width: 1280, height: 720 };
const pane = { width: 640, height: 640 };

it("fits the whole picture, centred", () => {
  expect(fit(picture, pane)).toEqual({ scale: 0.5, x: 0, y: 140 });
  expect(fit(picture, { width: 3000, height: 3000 }).scale).toBe(1);
});

it("keeps the pixel under the pointer in place while zooming", () => {
  const start = fit(picture, pane);
  const at = { x: 200, y: 300 };
  const before = pixelAt(start, at, picture);
  const after = pixelAt(zoomAt(start, at, 1.5, start.scale), at, picture);
  expect(after).toEqual(before);
});

it("stays within its zoom limits", () => {
  const start = fit(picture, pane);
  expect(zoomAt(start, { x: 0, y: 0 }, 1000, start.scale).scale).toBe(MAX_SCALE);
  expect(zoomAt(start, { x: 0, y: 0 }, 0.001, start.scale).scale).toBe(0.5);
});

it("never lets the picture leave the pane", () => {
  expect(contain({ scale: 1, x: 500, y: -900 }, picture, pane)).toEqual({ scale: 1, x: 0, y: -80 });
  expect(contain({ scale: 0.5, x: -300, y: 0 }, picture, pane)).toEqual({ scale: 0.5, x: 0, y: 140 });
});

it("knows when the pointer is off the picture", () => {
  expect(pixelAt({ scale: 0.5, x: 0, y: 140 }, { x: 10, y: 100 }, picture)).toBeNull();
  expect(pixelAt({ scale: 0.5, x: 0, y: 140 }, { x: 10, y: 140 }, picture)).toEqual({ x: 20, y: 0 });
});
