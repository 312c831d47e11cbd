import { describe, expect, it } from "vitest";
import { formatAge, formatDuration, shortSpan } from "./age.logic.ts";

describe("formatDuration", () => {
  it("keeps two units at most and drops a zero second one", () => {
    expect(formatDuration(850)).toBe("850 ms");
    expect(formatDuration(4230)).toBe("4.2 s");
    expect(formatDuration(59_999)).toBe("59 s");
    expect(formatDuration(200_000)).toBe("3 min 20 s");
    expect(formatDuration(3_600_000)).toBe("1 h");
    expect(formatDuration(2 * 3_600_000 + 5 * 60_000)).toBe("2 h 5 min");
    expect(formatDuration(76 * 3_600_000)).toBe("3 d 4 h");
  });

  it("never shows a negative span", () => {
    expect(formatDuration(-5)).toBe("0 ms");
    expect(shortSpan(-5000)).toBe("0 s");
  });
});

describe("formatAge", () => {
  it("says now within two seconds and one unit after", () => {
    expect(formatAge(-300)).toBe("now");
    expect(formatAge(1999)).toBe("now");
    expect(formatAge(4000)).toBe("4 s ago");
    expect(formatAge(90_000)).toBe("1 min ago");
    expect(formatAge(26 * 3_600_000)).toBe("1 d ago");
  });
});
