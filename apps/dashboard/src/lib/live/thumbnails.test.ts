import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ThumbnailStore } from "./thumbnails.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a wall that is scrolled without a pause asks for the pictures of what shows, several rows at a time", () => {
  const sent: string[][] = [];
  const store = new ThumbnailStore((ids) => sent.push(ids));
  const tiles = Symbol("tiles");
  for (let row = 0; row < 20; row += 1) {
    store.watch(tiles, [`env_${row}`]);
    vi.advanceTimersByTime(50);
  }
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.length).toBeLessThan(20);
  vi.advanceTimersByTime(1_000);
  expect(sent.at(-1)).toEqual(["env_19"]);
  store.close();
});
