import type { BlobStore } from "@deskrl/blobs";
import type { Database } from "@deskrl/db";
import { newId } from "@deskrl/domain";
import type { Replayer } from "./episodes/replayer.ts";

/** What every use case is given; nothing in this package reaches for anything else. */
export interface CoreContext {
  db: Database;
  blobs: BlobStore;
  clock: () => Date;
  newId: typeof newId;
  /** Draws again what simulated episodes do not keep; without it their steps have no observation. */
  replayer?: Replayer;
}

/** A context with the real clock and random ids unless told otherwise. */
export function createCoreContext(
  options: Pick<CoreContext, "db" | "blobs"> & Partial<Pick<CoreContext, "clock" | "newId" | "replayer">>,
): CoreContext {
  return { clock: () => new Date(), newId, ...options };
}
