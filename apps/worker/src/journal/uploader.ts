import type { BlobStore } from "@deskrl/blobs";
import { AppError } from "@deskrl/domain";
import { createBackoff } from "../lib/backoff.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import type { Journal } from "./journal.ts";
import type { JournalFile } from "./journal-file.ts";
import { blobsOf } from "./record-blobs.ts";

/** Where journals go. Every call is idempotent. */
export interface IngestTarget {
  putBlob(blob: { hash: string; mediaType: string; data: Uint8Array }): Promise<void>;
  /** @throws AppError `invalid_input` when the request itself can never be taken */
  ingest(entries: IngestEntry[]): Promise<IngestAnswer>;
}

export interface IngestEntry {
  episodeId: string;
  epoch: bigint;
  index: number;
  recordJson: string;
}

export interface IngestAnswer {
  /** For each episode, how many entries from its start are stored. */
  stored: Readonly<Record<string, number>>;
  rejected: readonly { episodeId: string; index: number; code: string; message: string }[];
}

export interface UploaderOptions {
  journal: Journal;
  blobs: BlobStore;
  target: IngestTarget;
  log: Log;
  /** Told of an attempt that was set aside, so that its episode, if it still runs, stops. */
  onRejected: (file: JournalFile) => void;
  /** Told of an attempt that has been stored whole. */
  onStored?: (file: JournalFile) => void;
}

/** One request stays well below what a server takes, and small enough to be stored at once. */
const BATCH = { maxBytes: 1024 * 1024, maxEntries: 64 };
const PARALLEL_BLOBS = 4;
const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/** Delivers the journal: first the pictures, then the entries that refer to them, in order; forgets what is stored. */
export class Uploader {
  readonly #options: UploaderOptions;
  /** After a request that was refused whole, entries go one by one until the bad one is found. */
  #singly = false;
  /** Batches go one after another, also when both `run` and `flush` want one. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /** Delivers until the signal aborts; tries again, with growing pauses, when the control plane is away. */
  async run(signal: AbortSignal): Promise<void> {
    const { journal, log } = this.#options;
    const backoff = createBackoff(BACKOFF);
    while (!signal.aborted) {
      try {
        if (!(await this.#deliverOnce())) await journal.appended.wait(signal);
        backoff.reset();
      } catch (error) {
        const waitMs = backoff.next();
        log.warn({ err: error, waitMs }, "the journal could not be delivered, it is kept");
        await delay(waitMs, signal);
      }
    }
  }

  /** Delivers what there is, once. @throws when the control plane does not take it */
  async flush(): Promise<void> {
    while (await this.#deliverOnce()) {
      // Each round delivers one batch.
    }
  }

  /** One batch. False when there is nothing to deliver. */
  #deliverOnce(): Promise<boolean> {
    const turn = this.#lastTurn.then(() => this.#deliverBatch());
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  async #deliverBatch(): Promise<boolean> {
    await this.#forgetStored();
    const batch = await this.#nextBatch();
    if (batch.length === 0) return false;
    const hashes = [...new Set(batch.flatMap(({ recordJson }) => blobsOf(recordJson)))];
    for (let at = 0; at < hashes.length; at += PARALLEL_BLOBS) {
      await Promise.all(hashes.slice(at, at + PARALLEL_BLOBS).map((hash) => this.#putBlob(hash)));
    }
    const answer = await this.#ingest(batch);
    await this.#apply(batch, answer);
    await Promise.all(hashes.map((hash) => this.#options.blobs.delete(hash)));
    return true;
  }

  async #nextBatch(): Promise<IngestEntry[]> {
    const batch: IngestEntry[] = [];
    let left = this.#singly ? { maxBytes: BATCH.maxBytes, maxEntries: 1 } : BATCH;
    for (const file of this.#options.journal.files) {
      if (file.stored >= file.length) continue;
      const entries = await file.read(file.stored, left);
      const { episodeId, epoch, stored } = file;
      batch.push(...entries.map((recordJson, at) => ({ episodeId, epoch, index: stored + at, recordJson })));
      const bytes = entries.reduce((sum, entry) => sum + entry.length, 0);
      left = { maxBytes: left.maxBytes - bytes, maxEntries: left.maxEntries - entries.length };
      if (left.maxBytes <= 0 || left.maxEntries <= 0) break;
    }
    return batch;
  }

  /** A picture that is not here any more was delivered with an earlier step: only then it is removed. */
  async #putBlob(hash: string): Promise<void> {
    const { blobs, target } = this.#options;
    const stat = await blobs.stat(hash);
    if (stat === null) return;
    await target.putBlob({ hash, mediaType: stat.mediaType, data: await blobs.get(hash) });
  }

  async #ingest(batch: IngestEntry[]): Promise<IngestAnswer> {
    try {
      const answer = await this.#options.target.ingest(batch);
      this.#singly = false;
      return answer;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
      const [entry] = batch;
      if (batch.length > 1 || entry === undefined) {
        this.#singly = true;
        throw error;
      }
      this.#singly = false;
      const { episodeId, index } = entry;
      return { stored: {}, rejected: [{ episodeId, index, code: error.code, message: error.describe() }] };
    }
  }

  async #apply(batch: IngestEntry[], { stored, rejected }: IngestAnswer): Promise<void> {
    const { journal, onRejected } = this.#options;
    const sent = new Map(batch.map((entry) => [`${entry.episodeId}@${entry.epoch}`, entry]));
    let advanced = rejected.length > 0;
    for (const file of journal.files) {
      if (!sent.has(`${file.episodeId}@${file.epoch}`)) continue;
      const refusal = rejected.find(({ episodeId }) => episodeId === file.episodeId);
      if (refusal) {
        await journal.reject(file, refusal);
        onRejected(file);
        continue;
      }
      // What the control plane says is the truth, also when it has less than we thought.
      const count = Math.min(stored[file.episodeId] ?? file.stored, file.length);
      advanced ||= count !== file.stored;
      file.stored = count;
    }
    if (!advanced) {
      throw new AppError("internal", "The control plane took the entries and stored none of them.", {
        where: batch[0]?.episodeId ?? "journal",
        fix: "Look at the control plane's log.",
      });
    }
  }

  async #forgetStored(): Promise<void> {
    const { journal, onStored } = this.#options;
    for (const file of journal.files) {
      if (file.open || file.stored < file.length) continue;
      await journal.remove(file);
      onStored?.(file);
    }
  }
}
