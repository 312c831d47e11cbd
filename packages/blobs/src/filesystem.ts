import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { AppError, BlobHash } from "@deskrl/domain";
import { toStoreError } from "./errors.ts";
import { hashBytes, parseHash } from "./hash.ts";
import { detectMediaType, SIGNATURE_BYTES } from "./media-type.ts";
import type { BlobStore } from "./types.ts";
import { writeAtomically } from "./write-atomically.ts";

export interface FilesystemBlobStoreOptions {
  /** Folder of the store; made when it is missing. */
  root: string;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function orNullWhenMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @returns false when there is no such file any more */
async function touch(path: string, now: Date): Promise<boolean> {
  return (await orNullWhenMissing(utimes(path, now, now).then(() => true))) ?? false;
}

/** Hashes below a folder, one of its folders in memory at a time. */
async function* walk(folder: string): AsyncIterable<BlobHash> {
  const entries = await orNullWhenMissing(readdir(folder, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* walk(join(folder, entry.name));
    else if (BlobHash.safeParse(entry.name).success) yield entry.name;
  }
}

/**
 * Blobs as files `<root>/sha256/ab/cd/<hash>`. A media type that the first bytes do not tell is kept in a small file
 * beside it, under `<root>/types`.
 */
export function createFilesystemBlobStore({ root }: FilesystemBlobStoreOptions): BlobStore {
  const pathOf = (area: "sha256" | "types", hash: BlobHash) =>
    join(root, area, hash.slice(0, 2), hash.slice(2, 4), hash);

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await writeAtomically(path, bytes, join(root, "incoming", randomBytes(12).toString("hex")));
    } catch (error) {
      throw toStoreError(error, root);
    }
  }

  async function store(hash: BlobHash, bytes: Uint8Array, mediaType: string | undefined): Promise<void> {
    const path = pathOf("sha256", hash);
    const existing = await orNullWhenMissing(stat(path));
    const now = new Date();
    // Whoever stores it is about to refer to it: it must not be taken for one that nobody has wanted for long.
    const kept = existing?.size === bytes.byteLength && (await touch(path, now));
    if (!kept) await write(path, bytes);
    if (mediaType && mediaType !== detectMediaType(bytes.subarray(0, SIGNATURE_BYTES)))
      await write(pathOf("types", hash), new TextEncoder().encode(mediaType));
  }

  async function readHead(path: string): Promise<Uint8Array> {
    const handle = await open(path, "r");
    try {
      const head = new Uint8Array(SIGNATURE_BYTES);
      const { bytesRead } = await handle.read(head, 0, SIGNATURE_BYTES, 0);
      return head.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  return {
    async put(bytes, mediaType) {
      const hash = hashBytes(bytes);
      await store(hash, bytes, mediaType);
      return hash;
    },
    async putExpected(hashText, bytes, mediaType) {
      const hash = parseHash(hashText);
      const actual = hashBytes(bytes);
      if (actual !== hash)
        throw new AppError("invalid_input", `The bytes have the hash ${actual}, not ${hash}.`, {
          where: `blob ${hash}`,
          fix: "The bytes were changed on the way, or the sender named the wrong ones: send them again.",
        });
      await store(hash, bytes, mediaType);
    },
    async get(hashText) {
      const hash = parseHash(hashText);
      const bytes = await orNullWhenMissing(readFile(pathOf("sha256", hash)));
      if (!bytes)
        throw new AppError("not_found", `There is no blob ${hash}.`, {
          where: "blob store",
          fix: "It may not have arrived yet, or it was removed.",
        });
      if (hashBytes(bytes) !== hash)
        throw new AppError("internal", `The stored bytes of blob ${hash} are corrupted.`, {
          where: pathOf("sha256", hash),
          fix: "Check the disk; remove the file, so that a worker that still has the bytes can send them again.",
        });
      return bytes;
    },
    async has(hash) {
      return (await orNullWhenMissing(stat(pathOf("sha256", parseHash(hash))))) !== null;
    },
    async stat(hashText) {
      const hash = parseHash(hashText);
      const file = await orNullWhenMissing(stat(pathOf("sha256", hash)));
      if (!file) return null;
      const declared = await orNullWhenMissing(readFile(pathOf("types", hash), "utf8"));
      const mediaType = declared ?? detectMediaType(await readHead(pathOf("sha256", hash)));
      return { size: file.size, mediaType, storedAt: file.mtime };
    },
    async delete(hashText) {
      const hash = parseHash(hashText);
      await rm(pathOf("sha256", hash), { force: true });
      await rm(pathOf("types", hash), { force: true });
    },
    async deleteStoredBefore(hashText, before) {
      const hash = parseHash(hashText);
      const path = pathOf("sha256", hash);
      const aside = join(root, "incoming", `${hash}.${randomBytes(6).toString("hex")}`);
      await mkdir(join(root, "incoming"), { recursive: true });
      // Out of the way first: who stores it from now on writes it anew, and who just did has left its mark on it.
      if ((await orNullWhenMissing(rename(path, aside).then(() => true))) === null) return true;
      if ((await stat(aside)).mtime >= before) {
        await rename(aside, path);
        return false;
      }
      await rm(aside, { force: true });
      await rm(pathOf("types", hash), { force: true });
      return true;
    },
    iterate: () => walk(join(root, "sha256")),
  };
}
