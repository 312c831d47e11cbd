import { startEmbeddedPostgres } from "@deskrl/db";
import type { DataLayout } from "../paths.ts";

export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The external database when one is named, else the embedded PostgreSQL in the data folder. */
export async function openDatabase(external: string | undefined, layout: DataLayout): Promise<OpenDatabase> {
  if (external) return { url: external, stop: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir: layout.postgres });
  return { url: server.url, stop: () => server.stop() };
}
