import { expect, it } from "vitest";
import { formatMib, formatShare, plural, shortenId } from "./words.logic.ts";

it("shortens an id in its middle and keeps prefix and tail", () => {
  expect(shortenId("ep_0123456789abcdefghjk")).toBe("ep_012…fghjk");
  expect(shortenId("env_a1b2")).toBe("env_a1b2");
});

it("does not round a small share to nothing, nor a near-whole one to all", () => {
  expect(formatShare(1, 1000)).toBe("<1 %");
  expect(formatShare(999, 1000)).toBe(">99 %");
  expect(formatShare(0, 1000)).toBe("0 %");
  expect(formatShare(1000, 1000)).toBe("100 %");
  expect(formatShare(0, 0)).toBe("–");
});

it("counts in words", () => {
  expect(plural(1, "desktop")).toBe("1 desktop");
  expect(plural(1200, "desktop")).toBe("1,200 desktops");
  expect(plural(2, "trajectory", "trajectories")).toBe("2 trajectories");
});

it("shows memory in the unit a person would say", () => {
  expect(formatMib(512)).toBe("512 MiB");
  expect(formatMib(1536)).toBe("1.5 GiB");
  expect(formatMib(24_064)).toBe("24 GiB");
});
