import { describe, expect, it } from "vitest";
import { overlayShapes, overlayText, shortenArrow } from "./overlay.logic.ts";

const screen = { width: 1280, height: 720 };
const agent = (method: string, args: Record<string, string | number | boolean | string[]> = {}) => ({
  tool: "Agent",
  method,
  args,
});

describe("overlayShapes", () => {
  it("draws a click where it was recorded, unscaled", () => {
    const shapes = overlayShapes(
      { call: agent("click", { num_clicks: 2 }), points: [{ x: 333, y: 71 }], code: "" },
      screen,
    );
    expect(shapes).toEqual([{ kind: "ring", at: { x: 333, y: 71 }, clicks: 2, button: "left" }]);
  });

  it("draws a drag from its first point to its second", () => {
    const points = [
      { x: 10, y: 20 },
      { x: 300, y: 400 },
    ];
    expect(overlayShapes({ call: agent("drag_and_drop"), points, code: "" }, screen)).toEqual([
      { kind: "arrow", from: points[0], to: points[1] },
    ]);
  });

  it("shows typed text, with where it was clicked before when that is known", () => {
    expect(
      overlayShapes({ call: agent("type", { text: "Total", enter: true }), points: [], code: "" }, screen),
    ).toEqual([{ kind: "text", at: null, text: "Total ⏎" }]);
  });

  it("reports a point outside the screen instead of moving it onto it", () => {
    const shapes = overlayShapes({ call: agent("click"), points: [{ x: 1280, y: 20 }], code: "" }, screen);
    expect(shapes[0]).toEqual({ kind: "off-screen", at: { x: 1280, y: 20 } });
  });

  it("draws nothing for an application call or for text that could not be parsed", () => {
    expect(
      overlayShapes({ call: { tool: "CalcTools", method: "save", args: {} }, points: [], code: "" }, screen),
    ).toEqual([]);
    expect(overlayShapes({ call: null, points: [], code: "" }, screen)).toEqual([]);
  });
});

it("stops an arrow short of its target but keeps a short one whole", () => {
  expect(shortenArrow({ x: 0, y: 0 }, { x: 100, y: 0 }, 10).to).toEqual({ x: 90, y: 0 });
  expect(shortenArrow({ x: 0, y: 0 }, { x: 5, y: 0 }, 10).to).toEqual({ x: 5, y: 0 });
});

it("keeps typed text on one line and within its limit", () => {
  expect(overlayText("a\nb")).toBe("a⏎b");
  expect(overlayText("x".repeat(80))).toHaveLength(60);
});
