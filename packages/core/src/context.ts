import type { BlobStore } from "@deskrl/blobs";
import type { Database } from "@deskrl/db";
import { newId } from "@deskrl/domain";

/** What every use case is given; nothing in this package reaches for anything else. */
export interface CoreContext {
  db: Database;
  blobs: BlobStore;
  clock: () => Date;
  newId: typeof newId;
}

/** A context with the real clock and random ids unless told otherwise. */
export function createCoreContext(
  options: Pick<CoreContext, "db" | "blobs"> & Partial<Pick<CoreContext, "clock" | "newId">>,
): CoreContext {
  return { clock: () => new Date(), newId, ...options };
}
