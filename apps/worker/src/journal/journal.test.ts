import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@deskrl/domain";
import { JournalRecord } from "@deskrl/protocol";
import { afterEach, expect, test } from "vitest";
import { finishedRecord, stepRecord } from "../testing/records.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { Journal } from "./journal.ts";
import { journalName } from "./journal-name.ts";
import { recoverJournalFile } from "./recover-journal-file.ts";

const ALL = { maxBytes: 10_000_000, maxEntries: 1000 };
const resetting: JournalRecord = { kind: "state", state: "resetting", at: new Date(0) };

const opened: Journal[] = [];
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

async function openJournal(dir: string, keepDone = false) {
  const { log, lines } = createTestLog();
  const journal = await Journal.open({ dir, keepDone, log });
  opened.push(journal);
  return { journal, lines };
}

async function entries(journal: Journal): Promise<unknown[]> {
  const read = await Promise.all(journal.files.map((file) => file.read(0, ALL)));
  return read.flat().map((text) => JSON.parse(text));
}

/** Through JSON and back, as the reader of a journal gets a record. */
const asRead = (record: JournalRecord) => JSON.parse(JSON.stringify(record));

test("what was recorded is there after the process is gone, in order and unchanged", async () => {
  const dir = await temporaryDirectory();
  const key = { episodeId: newId("episode"), epoch: 7n };
  const records = [resetting, stepRecord(key.episodeId, 0), stepRecord(key.episodeId, 1), finishedRecord()];
  const { record } = await (await openJournal(dir)).journal.begin(key);
  for (const one of records) await record(one);
  const { journal } = await openJournal(dir);
  expect(await entries(journal)).toEqual(records.map(asRead));
  expect(journal.undelivered).toMatchObject([key]);
  expect(journal.abandoned).toEqual([]);
  for (const [at, text] of ((await journal.files[0]?.read(0, ALL)) ?? []).entries()) {
    expect(JournalRecord.parse(JSON.parse(text))).toEqual(records[at]);
  }
});

test("a crash at any byte of the last line loses that line only", async () => {
  const path = join(await temporaryDirectory(), "torn.jsonl");
  const key = { episodeId: newId("episode"), epoch: 1n };
  const whole = Buffer.from(
    `${JSON.stringify(resetting)}\n${JSON.stringify(stepRecord(key.episodeId, 0))}\n`,
  );
  const last = Buffer.from(`${JSON.stringify(finishedRecord("表計算 😀"))}\n`);
  for (let written = 0; written <= last.length; written += 1) {
    await writeFile(path, Buffer.concat([whole, last.subarray(0, written)]));
    const { file, tornBytes, damaged } = await recoverJournalFile(path, key);
    const isWhole = written === last.length;
    expect({ length: file.length, finished: file.finished }, `after ${written} bytes`).toEqual({
      length: isWhole ? 3 : 2,
      finished: isWhole,
    });
    expect({ tornBytes, damaged }).toEqual({ tornBytes: isWhole ? 0 : written, damaged: null });
    expect((await stat(path)).size).toBe(whole.length + (isWhole ? written : 0));
    await file.close();
  }
});

test("after a torn line the journal goes on where the last whole one ended", async () => {
  const dir = await temporaryDirectory();
  const key = { episodeId: newId("episode"), epoch: 1n };
  await mkdir(join(dir, "active"), { recursive: true });
  await writeFile(join(dir, "active", journalName(key)), `${JSON.stringify(resetting)}\n{"kind":"st`);
  const { journal } = await openJournal(dir);
  expect(journal.abandoned).toMatchObject([key]);
  await journal.files[0]?.append(stepRecord(key.episodeId, 0));
  expect(await entries(journal)).toMatchObject([{ kind: "state" }, { kind: "step", step: { index: 0 } }]);
});

test("damage before the last line is set aside and told, and what came before it is kept", async () => {
  const dir = await temporaryDirectory();
  const key = { episodeId: newId("episode"), epoch: 1n };
  await mkdir(join(dir, "active"), { recursive: true });
  const path = join(dir, "active", journalName(key));
  await writeFile(path, `${JSON.stringify(resetting)}\n\0\0\0\0\n${JSON.stringify(finishedRecord())}\n`);
  const { journal, lines } = await openJournal(dir);
  expect(await entries(journal)).toEqual([asRead(resetting)]);
  expect(journal.abandoned).toMatchObject([key]);
  expect(await readFile(`${path}.damaged`, "utf8")).toContain("finished");
  expect(lines).toMatchObject([{ msg: "the end of a journal was unreadable" }]);
});

test("an attempt has one journal: a second beginning is refused", async () => {
  const { journal } = await openJournal(await temporaryDirectory());
  const key = { episodeId: newId("episode"), epoch: 1n };
  await journal.begin(key);
  await expect(journal.begin(key)).rejects.toMatchObject({ code: "conflict" });
  await expect(journal.begin({ ...key, epoch: 2n })).resolves.toBeDefined();
});

test("what is stored is removed, or kept for an audit where asked for", async () => {
  for (const keepDone of [false, true]) {
    const dir = await temporaryDirectory();
    const { journal } = await openJournal(dir, keepDone);
    const key = { episodeId: newId("episode"), epoch: 1n };
    const { record, end } = await journal.begin(key);
    await record(finishedRecord());
    end();
    for (const file of journal.files) await journal.remove(file);
    expect(await readdir(join(dir, "active"))).toEqual([]);
    expect(await readdir(join(dir, "done"))).toEqual(keepDone ? [journalName(key)] : []);
  }
});

test("reading stops at the limits but gives one entry at least", async () => {
  const { journal } = await openJournal(await temporaryDirectory());
  const episodeId = newId("episode");
  const { record } = await journal.begin({ episodeId, epoch: 1n });
  for (let index = 0; index < 5; index += 1) await record(stepRecord(episodeId, index));
  const [file] = journal.files;
  expect(await file?.read(1, { maxBytes: 10, maxEntries: 10 })).toHaveLength(1);
  expect(await file?.read(1, { maxBytes: 1_000_000, maxEntries: 3 })).toHaveLength(3);
  expect(await file?.read(5, ALL)).toEqual([]);
});
