import type { Database } from "@deskrl/db";
import { afterAll, beforeAll } from "vitest";
import { createTestDatabase, type TestDatabase } from "./create-test-database.ts";

export interface DatabaseFixture {
  readonly db: Database;
  readonly url: string;
}

/**
 * A migrated database for the tests of this file (or of the `describe` it is called in), on the real server. Call it at
 * the top; use `db` inside tests.
 */
export function withDatabase(options: { empty?: boolean } = {}): DatabaseFixture {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase(options);
  });
  afterAll(async () => {
    await database?.destroy();
  });
  const started = () => {
    if (!database) throw new Error("The database is there inside tests and hooks only.");
    return database;
  };
  return {
    get db() {
      return started().db;
    },
    get url() {
      return started().url;
    },
  };
}
