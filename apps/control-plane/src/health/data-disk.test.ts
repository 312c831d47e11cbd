import { expect, test } from "vitest";
import { DataDisk, judgeDataDisk } from "./data-disk.ts";

const judge = (freeMib: number, freeInodes: number | null, closed = false) =>
  judgeDataDisk(
    { freeMib, freeInodes },
    closed ? { code: "disk_full", message: "", fix: "" } : null,
    "/data",
  );

test("room is needed for bytes and for inodes, where those are counted", () => {
  expect(judge(1_024, 10_000)).toBeNull();
  expect(judge(1_024, null)).toBeNull();
  expect(judge(1_023, 10_000)?.message).toContain("1023 MiB left");
  expect(judge(50_000, 9_999)?.message).toContain("9999 inodes left");
});

test("once closed it opens only with some to spare", () => {
  expect(judge(1_100, null, true)).not.toBeNull();
  expect(judge(1_536, 20_000, true)).toBeNull();
});

test("refuses what is new while it is full, in words that help, and goes on by itself", async () => {
  let freeMib = 5;
  const disk = new DataDisk("/data", async () => ({ freeMib, freeInodes: null }));
  disk.assertRoom();
  await disk.look();
  expect(() => disk.assertRoom()).toThrow(
    expect.objectContaining({ code: "disk_full", fix: expect.stringContaining("/data") }),
  );
  freeMib = 9_000;
  await disk.look();
  disk.assertRoom();
});
