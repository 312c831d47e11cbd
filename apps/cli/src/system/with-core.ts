import { resolve } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { type CoreContext, createCoreContext } from "@deskrl/core";
import { createDatabase } from "@deskrl/db";
import { dataLayout } from "../paths.ts";
import { openDatabase } from "./open-database.ts";
import { isSameProcess, readRunning } from "./running-file.ts";

export interface DataFolder {
  data: string;
  /** The PostgreSQL to work in, when it is not the embedded one. */
  database?: string;
}

/** Works straight in the database of a data folder, running or not: whoever holds the folder owns the system anyway. */
export async function withCore<T>(
  { data, database }: DataFolder,
  work: (ctx: CoreContext) => Promise<T>,
): Promise<T> {
  const layout = dataLayout(resolve(data));
  const running = readRunning(layout.running);
  const living = running && isSameProcess(running.launcher) ? running.databaseUrl : undefined;
  const server = await openDatabase(database ?? living, layout);
  const db = createDatabase({ url: server.url });
  try {
    const blobs = createFilesystemBlobStore({ root: resolve(layout.controlPlane, "blobs") });
    return await work(createCoreContext({ db, blobs }));
  } finally {
    await db.close();
    await server.stop();
  }
}
