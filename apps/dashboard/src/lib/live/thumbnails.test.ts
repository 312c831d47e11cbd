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
    store.watch(tiles, { environmentIds: [`env_${row}`], width: 320 });
    vi.advanceTimersByTime(50);
  }
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.length).toBeLessThan(20);
  vi.advanceTimersByTime(1_000);
  expect(sent.at(-1)).toEqual(["env_19"]);
  store.close();
});

test("a picture that is the same as before keeps its address, and only its time is new", () => {
  const store = new ThumbnailStore(() => {});
  const picture = (byte: number, capturedAtMs: number) =>
    store.receive({ environmentId: "env_a", capturedAtMs, jpeg: new Uint8Array([1, 2, byte]).buffer });
  picture(3, 1_000);
  const first = store.get("env_a");
  picture(3, 2_000);
  expect(store.get("env_a")).toEqual({ ...first, capturedAtMs: 2_000, jpeg: expect.anything() });
  picture(4, 3_000);
  expect(store.get("env_a")?.url).not.toBe(first?.url);
  store.close();
});

test("pictures are asked for as wide as the widest tile shows them", () => {
  const widths: number[] = [];
  const store = new ThumbnailStore((_ids, width) => widths.push(width));
  store.watch(Symbol("narrow"), { environmentIds: ["env_a"], width: 232 });
  store.watch(Symbol("wide"), { environmentIds: ["env_b"], width: 760 });
  vi.advanceTimersByTime(1_000);
  expect(widths).toEqual([760]);
  store.close();
});
