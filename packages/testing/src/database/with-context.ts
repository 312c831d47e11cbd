import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BlobStore, createFilesystemBlobStore } from "@deskrl/blobs";
import type { Database } from "@deskrl/db";
import { newId } from "@deskrl/domain";
import { afterAll, beforeAll } from "vitest";
import { withDatabase } from "./with-database.ts";

/** A clock that stands still until it is told to move. */
export class TestClock {
  #now: number;
  constructor(start = new Date("2026-01-01T12:00:00.000Z")) {
    this.#now = start.getTime();
  }
  readonly now = (): Date => new Date(this.#now);
  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface ContextFixture {
  /** What use cases are given; the same shape as core's own type. */
  readonly ctx: { db: Database; blobs: BlobStore; clock: () => Date; newId: typeof newId };
  readonly clock: TestClock;
  readonly url: string;
}

/** A database, a blob store in a temporary folder and a clock that the test moves. */
export function withContext(): ContextFixture {
  const database = withDatabase();
  const clock = new TestClock();
  let root = "";
  let blobs: BlobStore | undefined;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "deskrl-test-blobs-"));
    blobs = createFilesystemBlobStore({ root });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return {
    clock,
    get url() {
      return database.url;
    },
    get ctx() {
      if (!blobs) throw new Error("The context is there inside tests and hooks only.");
      return { db: database.db, blobs, clock: clock.now, newId };
    },
  };
}
