import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";
import { createBell } from "../lib/bell.ts";
import type { Log } from "../lib/log.ts";
import { syncDirectory } from "../lib/write-file-durably.ts";
import { createJournalFile, type JournalFile } from "./journal-file.ts";
import { type EpisodeKey, journalName, parseJournalName } from "./journal-name.ts";
import { recoverJournalFile } from "./recover-journal-file.ts";
import { createReserve, type Reserve } from "./reserve.ts";

export interface JournalOptions {
  /** Folder that holds `active`, `rejected` and, where asked for, `done`. */
  dir: string;
  /** Moves what is stored to `done` instead of removing it. */
  keepDone: boolean;
  log: Log;
}

/** Records of all episodes that the control plane has not stored yet. Everything is on disk; memory holds offsets only. */
export class Journal {
  /** Rings when there is something new to deliver. */
  readonly appended = createBell();
  readonly #options: JournalOptions;
  readonly #reserve: Reserve;
  readonly #files = new Map<string, JournalFile>();

  private constructor(options: JournalOptions) {
    this.#options = options;
    this.#reserve = createReserve(join(options.dir, "reserve"));
  }

  /** Opens the journal and takes up what an earlier life of this worker left in it. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    for (const area of ["active", "rejected", "done"]) {
      await mkdir(join(options.dir, area), { recursive: true });
    }
    for (const name of (await readdir(join(options.dir, "active"))).sort()) {
      const key = parseJournalName(name);
      if (key !== null) await journal.#recover(name, key);
    }
    return journal;
  }

  /** Oldest first. */
  get files(): readonly JournalFile[] {
    return [...this.#files.values()];
  }

  /** Episodes that an earlier life left without an end. */
  get abandoned(): JournalFile[] {
    return this.files.filter((file) => !file.open && !file.finished);
  }

  /** Episodes that ended, of which the control plane has not stored the end: still ours until it has. */
  get undelivered(): JournalFile[] {
    return this.files.filter((file) => file.finished);
  }

  /** Entries that the control plane has not stored yet. */
  get backlog(): number {
    return this.files.reduce((sum, { length, stored }) => sum + length - stored, 0);
  }

  /**
   * Begins an episode's journal.
   * @returns what records, and what ends the recording
   * @throws AppError `disk_full`, `conflict` when this very attempt has a journal already
   */
  async begin(
    key: EpisodeKey,
  ): Promise<{ record: (record: JournalRecord) => Promise<void>; end: () => void }> {
    const name = journalName(key);
    if (this.#files.has(name)) {
      throw new AppError("conflict", `There is a journal of ${key.episodeId} at epoch ${key.epoch} already.`);
    }
    const path = join(this.#options.dir, "active", name);
    const file = await this.#withRoom(async () => {
      await this.#reserve.hold();
      const created = await createJournalFile(path, key);
      await syncDirectory(dirname(path));
      return created;
    });
    this.#files.set(name, file);
    return {
      record: (record) => this.#append(file, record),
      end: () => {
        file.open = false;
        this.appended.ring();
      },
    };
  }

  /** Forgets an attempt of which nothing is to be delivered, or all has been. */
  async remove(file: JournalFile): Promise<void> {
    await this.#take(file);
    if (this.#options.keepDone) await this.#move(file, "done");
    else await rm(file.path, { force: true });
  }

  /** Sets an attempt aside that can never be stored, with the reason beside it. */
  async reject(file: JournalFile, reason: { index: number; code: string; message: string }): Promise<void> {
    await this.#take(file);
    const path = await this.#move(file, "rejected");
    await writeFile(`${path}.reason.json`, `${JSON.stringify(reason, null, 2)}\n`);
    const { episodeId } = file;
    this.#options.log.error({ episodeId, ...reason, path }, "the control plane can never store this journal");
  }

  async close(): Promise<void> {
    for (const file of this.files) await this.#take(file);
  }

  async #append(file: JournalFile, record: JournalRecord): Promise<void> {
    await this.#withRoom(async () => {
      try {
        await file.append(record);
      } catch (error) {
        if (record.kind !== "finished") throw error;
        await this.#reserve.release();
        await file.append(record);
      }
    });
    this.appended.ring();
  }

  async #recover(name: string, key: EpisodeKey): Promise<void> {
    const path = join(this.#options.dir, "active", name);
    const { file, tornBytes, damaged } = await recoverJournalFile(path, key);
    this.#files.set(name, file);
    const facts = { episodeId: key.episodeId, entries: file.length, finished: file.finished, tornBytes };
    if (damaged !== null)
      this.#options.log.error({ ...facts, damaged }, "the end of a journal was unreadable");
    else this.#options.log.info(facts, "took up a journal of an earlier life");
  }

  async #take(file: JournalFile): Promise<void> {
    this.#files.delete(basename(file.path));
    await file.close();
  }

  async #move(file: JournalFile, area: "done" | "rejected"): Promise<string> {
    const path = join(this.#options.dir, area, basename(file.path));
    await rename(file.path, path);
    return path;
  }

  async #withRoom<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      if (error.code !== "ENOSPC" && error.code !== "EDQUOT") throw error;
      throw new AppError("disk_full", "The disk of this worker's journal is full.", {
        where: this.#options.dir,
        fix: "Free some space on that disk, or move DESKRL_DATA_DIR to a larger one.",
        cause: error,
      });
    }
  }
}
