import { type FileHandle, open } from "node:fs/promises";
import type { JournalRecord } from "@deskrl/protocol";
import type { EpisodeKey } from "./journal-name.ts";
import { recordLine } from "./record-line.ts";

/**
 * The journal of one episode: one JSON line a record, only ever appended to. A record counts once its line, newline
 * included, is on the disk; what a crash left half written is cut off.
 */
export class JournalFile implements EpisodeKey {
  readonly episodeId: string;
  readonly epoch: bigint;
  readonly path: string;
  /** True while its episode may still append. */
  open = true;
  /** True once its last record says how the episode ended. */
  finished: boolean;
  /** Entries that the control plane has said are stored. */
  stored = 0;
  readonly #handle: FileHandle;
  /** Where each entry begins, and at the end where the next one will. */
  readonly #offsets: number[];

  constructor(
    { episodeId, epoch }: EpisodeKey,
    contents: { path: string; handle: FileHandle; offsets: number[]; finished: boolean },
  ) {
    this.episodeId = episodeId;
    this.epoch = epoch;
    this.path = contents.path;
    this.finished = contents.finished;
    this.#handle = contents.handle;
    this.#offsets = contents.offsets;
  }

  /** Entries on the disk. */
  get length(): number {
    return this.#offsets.length - 1;
  }

  /** Resolves once the record is on the disk. After a failure the file is as it was before. */
  async append(record: JournalRecord): Promise<void> {
    const start = this.#offsets.at(-1) ?? 0;
    const line = Buffer.from(recordLine(record));
    try {
      for (let done = 0; done < line.length; ) {
        const { bytesWritten } = await this.#handle.write(line, done, line.length - done, start + done);
        done += bytesWritten;
      }
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(start).catch(() => {});
      throw error;
    }
    this.#offsets.push(start + line.length);
    if (record.kind === "finished") this.finished = true;
  }

  /** Entries from `from` on as JSON text, as many as fit into `maxBytes`, but at least one if there is one. */
  async read(from: number, limits: { maxBytes: number; maxEntries: number }): Promise<string[]> {
    let to = from;
    const start = this.#offsets[from] ?? 0;
    while (to < this.length && to - from < limits.maxEntries) {
      if (to > from && (this.#offsets[to + 1] ?? 0) - start > limits.maxBytes) break;
      to += 1;
    }
    if (to === from) return [];
    const bytes = Buffer.alloc((this.#offsets[to] ?? 0) - start);
    await this.#handle.read(bytes, 0, bytes.length, start);
    return bytes.toString("utf8").trimEnd().split("\n");
  }

  async close(): Promise<void> {
    this.open = false;
    await this.#handle.close();
  }
}

/** Makes a new, empty journal. @throws when there is one of that name already */
export async function createJournalFile(path: string, key: EpisodeKey): Promise<JournalFile> {
  const handle = await open(path, "wx+", 0o600);
  return new JournalFile(key, { path, handle, offsets: [0], finished: false });
}
