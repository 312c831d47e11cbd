import { expect, test } from "vitest";
import { finishedRecord, stepRecord } from "../testing/records.ts";
import { blobsOf } from "./record-blobs.ts";

test("a record names the files of its pictures, and none for one that is drawn when someone looks", () => {
  const hash = "a".repeat(64);
  const text = (record: object) => JSON.stringify(record);
  expect(blobsOf(text(stepRecord("ep_x", 0, hash)))).toEqual([hash]);
  expect(blobsOf(text(finishedRecord(hash)))).toEqual([hash]);
  expect(blobsOf(text(stepRecord("ep_x", 0, "ep_x.0")))).toEqual([]);
  expect(blobsOf(text(finishedRecord()))).toEqual([]);
  expect(blobsOf(text({ kind: "state", state: "acting", at: new Date(0) }))).toEqual([]);
});
