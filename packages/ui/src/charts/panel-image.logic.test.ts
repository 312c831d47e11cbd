import { describe, expect, it } from "vitest";
import { fileName, flow, wrapWords } from "./panel-image.logic.ts";

describe("a picture of a panel", () => {
  it("sets its legend in rows that fit", () => {
    expect(flow([40, 40, 40], { room: 100, gap: 10 })).toEqual({
      places: [
        { x: 0, row: 0 },
        { x: 50, row: 0 },
        { x: 0, row: 1 },
      ],
      rows: 2,
    });
    expect(flow([], { room: 100, gap: 10 }).rows).toBe(0);
    expect(flow([300, 20], { room: 100, gap: 10 }).places).toEqual([
      { x: 0, row: 0 },
      { x: 0, row: 1 },
    ]);
  });

  it("breaks long lines between words, and keeps a word that is too long whole", () => {
    const width = (text: string) => text.length;
    expect(wrapWords("a run of many words", 8, width)).toEqual(["a run of", "many", "words"]);
    expect(wrapWords("extraordinarily long", 6, width)).toEqual(["extraordinarily", "long"]);
  });

  it("is named by words that every file system takes", () => {
    expect(fileName(["Größe: Probe / 1", "policy/entropy"], "png")).toBe("gro-e-probe-1_policy-entropy.png");
    expect(fileName(["…"], "png")).toBe("chart.png");
  });
});
