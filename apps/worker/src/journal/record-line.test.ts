import { join } from "node:path";
import { newId } from "@deskrl/domain";
import { JournalRecord } from "@deskrl/protocol";
import { expect, test } from "vitest";
import { stepRecord } from "../testing/records.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { Journal } from "./journal.ts";
import { MAX_LINE_CHARACTERS, recordLine } from "./record-line.ts";

function flooded(text: string): Extract<JournalRecord, { kind: "step" }> {
  const record = stepRecord(newId("episode"), 0);
  if (record.kind !== "step") throw new Error("no step");
  return { ...record, step: { ...record.step, result: text, responseText: text } };
}

test("a record of usual size is written as it is, NUL bytes too", () => {
  const record = flooded("a\0b");
  expect(JSON.parse(recordLine(record))).toEqual(JSON.parse(JSON.stringify(record)));
});

test("ten million characters are cut with a mark that says how many they were", () => {
  const line = recordLine(flooded("\0".repeat(10_000_000)));
  expect(line.length).toBeLessThanOrEqual(MAX_LINE_CHARACTERS + 1);
  const { step } = JSON.parse(line);
  expect(step.result).toMatch(/\0… \(cut, 10000000 characters in all\)$/);
  expect(JournalRecord.safeParse(JSON.parse(line)).success).toBe(true);
});

test("what a picture is drawn from stays whole beside a flood", () => {
  const recording = JSON.stringify({ text: "a\0".repeat(50_000) });
  const line = recordLine({ ...flooded("x".repeat(10_000_000)), recording });
  expect(line.length).toBeLessThanOrEqual(MAX_LINE_CHARACTERS + 1);
  expect(JSON.parse(line).recording).toBe(recording);
});

test("text is not cut through the middle of a character", () => {
  const { step } = JSON.parse(recordLine(flooded(`a${"😀".repeat(3_000_000)}`)));
  expect(step.result.isWellFormed?.() ?? !/[\ud800-\udbff]…/.test(step.result)).toBe(true);
});

test("what comes after a flood is recorded and read as before", async () => {
  const dir = join(await temporaryDirectory(), "journal");
  const journal = await Journal.open({ dir, keepDone: false, log: createTestLog().log });
  const episodeId = newId("episode");
  const { record } = await journal.begin({ episodeId, epoch: 1n });
  await record(flooded("x".repeat(10_000_000)));
  await record(stepRecord(episodeId, 1));
  const [file] = journal.files;
  const read = [0, 1].map((from) => file?.read(from, { maxBytes: 1024, maxEntries: 1 }));
  const [first, second] = await Promise.all(read);
  expect(JSON.parse(first?.[0] ?? "").step.result).toContain("cut, 10000000 characters");
  expect(JSON.parse(second?.[0] ?? "").step.index).toBe(1);
  await journal.close();
});
