import { resolve } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { resetPassword } from "@deskrl/core";
import { createDatabase } from "@deskrl/db";
import { newId } from "@deskrl/domain";
import { dataLayout } from "../paths.ts";
import { openDatabase } from "./open-database.ts";
import { isSameProcess, readRunning } from "./running-file.ts";

/** Sets a new random password straight in the database: whoever holds the data folder owns the system anyway. */
export async function resetPasswordInDatabase(options: {
  name: string;
  data: string;
  database?: string;
}): Promise<string> {
  const layout = dataLayout(resolve(options.data));
  const running = readRunning(layout.running);
  const living = running && isSameProcess(running.launcher) ? running.databaseUrl : undefined;
  const server = await openDatabase(options.database ?? living, layout);
  const db = createDatabase({ url: server.url });
  try {
    const blobs = createFilesystemBlobStore({ root: resolve(layout.controlPlane, "blobs") });
    return await resetPassword({ db, blobs, clock: () => new Date(), newId }, { name: options.name });
  } finally {
    await db.close();
    await server.stop();
  }
}
