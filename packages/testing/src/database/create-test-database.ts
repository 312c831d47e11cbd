import { randomBytes } from "node:crypto";
import { createDatabase, type Database } from "@deskrl/db";
import pg from "pg";
import { TEMPLATE_DATABASE } from "./server-address.ts";
import { useTestServer } from "./use-server.ts";

export interface TestDatabase {
  db: Database;
  url: string;
  /** Closes and removes it. */
  destroy(): Promise<void>;
}

async function administer(templateUrl: string, sql: string): Promise<void> {
  const url = new URL(templateUrl);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A database of its own on the shared test server: a copy of the migrated template, or an empty one.
 * @param empty without tables, for tests of the migrations
 */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const templateUrl = await useTestServer();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(
    templateUrl,
    `CREATE DATABASE ${name} TEMPLATE ${empty ? "template0" : TEMPLATE_DATABASE}`,
  );
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  const db = createDatabase({ url: url.href });
  return {
    db,
    url: url.href,
    async destroy() {
      await db.close();
      await administer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
