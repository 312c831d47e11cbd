import type { BlobStore } from "@deskrl/blobs";
import type { Journal } from "./journal.ts";
import { blobsOf } from "./record-blobs.ts";

const CHUNK = { maxBytes: 1024 * 1024, maxEntries: 256 };

/** Removes pictures that no journal refers to: of steps that a crash cut off. Before any episode runs. */
export async function removeOrphanBlobs(journal: Journal, blobs: BlobStore): Promise<number> {
  const needed = new Set<string>();
  for (const file of journal.files) {
    for (let from = 0; from < file.length; ) {
      const entries = await file.read(from, CHUNK);
      for (const hash of entries.flatMap(blobsOf)) needed.add(hash);
      from += entries.length;
    }
  }
  let removed = 0;
  for await (const hash of blobs.iterate()) {
    if (needed.has(hash)) continue;
    await blobs.delete(hash);
    removed += 1;
  }
  return removed;
}
