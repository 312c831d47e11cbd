import type { BlobHash } from "@deskrl/domain";

export interface BlobStat {
  /** Length in bytes. */
  size: number;
  mediaType: string;
  /** When it was stored last: storing it again makes it as young as a new one. */
  storedAt: Date;
}

/**
 * Bytes by their sha-256. What is stored never changes, so every verb is idempotent and a hash is a name for ever.
 * Every hash is parsed before it is used: `invalid_input` for anything but 64 hex digits.
 */
export interface BlobStore {
  /** Stores bytes and returns their hash; resolves once they are durable. @throws AppError `disk_full` */
  put(bytes: Uint8Array, mediaType: string): Promise<BlobHash>;
  /** Stores bytes that a sender named. @throws AppError `invalid_input` when their hash is another, `disk_full` */
  putExpected(hash: string, bytes: Uint8Array, mediaType?: string): Promise<void>;
  /** The bytes, verified against the hash. @throws AppError `not_found`, `internal` when they are corrupted */
  get(hash: string): Promise<Uint8Array>;
  has(hash: string): Promise<boolean>;
  /** Null when there is no such blob. */
  stat(hash: string): Promise<BlobStat | null>;
  /** No error when it is already gone. */
  delete(hash: string): Promise<void>;
  /** As `delete`, unless it was stored since `before`, also if that is right now. @returns whether it is gone */
  deleteStoredBefore(hash: string, before: Date): Promise<boolean>;
  /** Every stored hash, in no order. */
  iterate(): AsyncIterable<BlobHash>;
}
