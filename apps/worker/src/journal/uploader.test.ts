import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { AppError, newId } from "@deskrl/domain";
import { afterEach, expect, test, vi } from "vitest";
import { finishedRecord, hashOf, stepRecord } from "../testing/records.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { Journal } from "./journal.ts";
import { removeOrphanBlobs } from "./remove-orphan-blobs.ts";
import { type IngestEntry, type IngestTarget, Uploader } from "./uploader.ts";

/** A store that behaves as the control plane's does: idempotent, only the contiguous beginning of an episode. */
function createStore() {
  const entries = new Map<string, IngestEntry[]>();
  const blobs = new Set<string>();
  const missing: string[] = [];
  const target: IngestTarget = {
    async putBlob({ hash, data }) {
      expect(hashOf(data)).toBe(hash);
      blobs.add(hash);
    },
    async ingest(batch) {
      for (const entry of batch) {
        const stored = entries.get(entry.episodeId) ?? [];
        entries.set(entry.episodeId, stored);
        const hash = /"screenshot":"([0-9a-f]{64})"/.exec(entry.recordJson)?.[1];
        if (hash && !blobs.has(hash)) missing.push(hash);
        if (entry.index === stored.length) stored.push(entry);
      }
      const stored = Object.fromEntries([...entries].map(([id, list]) => [id, list.length]));
      return { stored, rejected: [] };
    },
  };
  return { entries, blobs, missing, target };
}

const opened: Journal[] = [];
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

async function setUp(target: IngestTarget, dir?: string) {
  const root = dir ?? (await temporaryDirectory());
  const { log, lines } = createTestLog();
  const journal = await Journal.open({ dir: join(root, "journal"), keepDone: false, log });
  opened.push(journal);
  const blobs = createFilesystemBlobStore({ root: join(root, "blobs") });
  const rejected: string[] = [];
  const stored: string[] = [];
  const uploader = new Uploader({
    journal,
    blobs,
    target,
    log,
    onRejected: ({ episodeId }) => void rejected.push(episodeId),
    onStored: ({ episodeId }) => void stored.push(episodeId),
  });
  return { root, journal, blobs, uploader, rejected, stored, lines };
}

async function recordEpisode({ journal, blobs }: Awaited<ReturnType<typeof setUp>>, steps: number) {
  const episodeId = newId("episode");
  const { record, end } = await journal.begin({ episodeId, epoch: 1n });
  for (let index = 0; index < steps; index += 1) {
    const picture = await blobs.put(Buffer.from(`${episodeId} ${index % 3}`), "image/png");
    await record(stepRecord(episodeId, index, picture));
  }
  await record(finishedRecord(await blobs.put(Buffer.from(episodeId), "image/png")));
  end();
  return episodeId;
}

test("everything arrives in order, pictures first, and nothing of it stays here", async () => {
  const store = createStore();
  const worker = await setUp(store.target);
  const episodes = [await recordEpisode(worker, 100), await recordEpisode(worker, 3)];
  await worker.uploader.flush();
  expect(episodes.map((id) => store.entries.get(id)?.length)).toEqual([101, 4]);
  for (const list of store.entries.values()) {
    expect(list.map(({ index }) => index)).toEqual(list.map((_, at) => at));
  }
  expect(store.missing).toEqual([]);
  expect(worker.journal.files).toEqual([]);
  expect(await readdir(join(worker.root, "journal", "active"))).toEqual([]);
  for await (const hash of worker.blobs.iterate()) expect.fail(`a picture is left: ${hash}`);
});

test("a worker killed between storing and the answer sends again, and each step is stored once", async () => {
  const store = createStore();
  let lost = 2;
  const target: IngestTarget = {
    ...store.target,
    async ingest(batch) {
      const answer = await store.target.ingest(batch);
      lost -= 1;
      if (lost >= 0) throw new Error("connection reset");
      return answer;
    },
  };
  const first = await setUp(target);
  const episodeId = await recordEpisode(first, 5);
  await expect(first.uploader.flush()).rejects.toThrow("connection reset");
  const second = await setUp(target, first.root);
  expect(await removeOrphanBlobs(second.journal, second.blobs)).toBe(0);
  await expect(second.uploader.flush()).rejects.toThrow("connection reset");
  const third = await setUp(target, first.root);
  await third.uploader.flush();
  expect(store.entries.get(episodeId)).toHaveLength(6);
  expect(store.missing).toEqual([]);
  expect(third.journal.files).toEqual([]);
});

test("while the control plane is away everything is kept, and delivered once it is back", async () => {
  const store = createStore();
  let away = true;
  const worker = await setUp({
    ...store.target,
    async ingest(batch) {
      if (away) throw new Error("unavailable");
      return store.target.ingest(batch);
    },
  });
  const stop = new AbortController();
  const running = worker.uploader.run(stop.signal);
  const episodeId = await recordEpisode(worker, 4);
  await vi.waitFor(() => expect(worker.lines.length).toBeGreaterThan(1), { timeout: 5_000 });
  expect(store.entries.size).toBe(0);
  away = false;
  await vi.waitFor(() => expect(store.entries.get(episodeId)).toHaveLength(5), { timeout: 8_000 });
  await vi.waitFor(() => expect(worker.journal.files).toEqual([]), { timeout: 2_000 });
  stop.abort();
  await running;
});

test("tells how much is not stored yet, and each attempt that is stored whole, once", async () => {
  const { target } = createStore();
  const parts = await setUp(target);
  const episodeId = await recordEpisode(parts, 4);
  expect(parts.journal.backlog).toBe(5);
  await parts.uploader.flush();
  await parts.uploader.flush();
  expect(parts.journal.backlog).toBe(0);
  expect(parts.stored).toEqual([episodeId]);
});

test("an entry that can never be stored is set aside with its reason, and the others go on", async () => {
  const store = createStore();
  const worker = await setUp({
    ...store.target,
    async ingest(batch) {
      const [bad, good] = [batch.filter(isBad), batch.filter((entry) => !isBad(entry))];
      const answer = await store.target.ingest(good);
      const rejected = bad.map(({ episodeId, index }) => ({
        episodeId,
        index,
        code: "not_found",
        message: "unknown",
      }));
      return { ...answer, rejected };
    },
  });
  const refused = await recordEpisode(worker, 2);
  const isBad = ({ episodeId }: IngestEntry) => episodeId === refused;
  const accepted = await recordEpisode(worker, 2);
  await worker.uploader.flush();
  expect(store.entries.get(accepted)).toHaveLength(3);
  expect(worker.rejected).toEqual([refused]);
  expect(await readdir(join(worker.root, "journal", "rejected"))).toEqual([
    `${refused}@1.jsonl`,
    `${refused}@1.jsonl.reason.json`,
  ]);
  expect(worker.lines.at(-1)).toMatchObject({ level: 50, episodeId: refused, code: "not_found" });
});

test("one bad entry that makes the whole request fail is found and set aside", async () => {
  const store = createStore();
  let poisoned = "";
  const worker = await setUp({
    ...store.target,
    async ingest(batch) {
      if (batch.some(({ episodeId }) => episodeId === poisoned))
        throw new AppError("invalid_input", "malformed");
      return store.target.ingest(batch);
    },
  });
  const before = await recordEpisode(worker, 2);
  poisoned = await recordEpisode(worker, 2);
  const after = await recordEpisode(worker, 2);
  const stop = new AbortController();
  const running = worker.uploader.run(stop.signal);
  await vi.waitFor(() => expect(worker.journal.files).toEqual([]), { timeout: 8_000 });
  stop.abort();
  await running;
  expect([before, after].map((id) => store.entries.get(id)?.length)).toEqual([3, 3]);
  expect(worker.rejected).toEqual([poisoned]);
});

test("a control plane that lost what it had gets it again", async () => {
  const store = createStore();
  const worker = await setUp(store.target);
  const episodeId = newId("episode");
  const { record, end } = await worker.journal.begin({ episodeId, epoch: 1n });
  await record(stepRecord(episodeId, 0));
  await worker.uploader.flush();
  store.entries.clear();
  await record(stepRecord(episodeId, 1));
  end();
  await worker.uploader.flush();
  expect(store.entries.get(episodeId)).toHaveLength(2);
});

test("pictures of a step that was never recorded are removed at the start", async () => {
  const worker = await setUp(createStore().target);
  await recordEpisode(worker, 4);
  await worker.blobs.put(Buffer.from("of no step"), "image/png");
  const next = await setUp(createStore().target, worker.root);
  expect(await removeOrphanBlobs(next.journal, next.blobs)).toBe(1);
});
