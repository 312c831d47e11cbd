import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDatabase } from "@deskrl/testing/database";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffMigrations } from "./diff.ts";
import { migrate } from "./migrate.ts";
import { missingMigrations } from "./missing-migrations.ts";
import { readMigrations } from "./read-migrations.ts";

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("an empty database", () => {
  const database = withDatabase({ empty: true });

  it("is migrated once by processes that start together", async () => {
    const names = (await readMigrations()).migrationDirectories.map((migration) => migration.path);
    const applied = await Promise.all([1, 2, 3].map(() => migrate({ url: database.url })));
    expect(applied.flat()).toEqual(names);
    expect(await migrate({ url: database.url })).toEqual([]);
    expect(await missingMigrations(database.db)).toEqual([]);
    const rows = await query(
      database.url,
      "SELECT migration_name, finished_at FROM _prisma_migrations ORDER BY 1",
    );
    expect(rows.map((row) => row.migration_name)).toEqual(names);
    expect(rows.every((row) => row.finished_at !== null)).toBe(true);
  });
});

describe("schema.prisma", () => {
  const database = withDatabase({ empty: true });

  it("is what the migrations lead to", async () => {
    expect(await diffMigrations({ url: database.url })).toBe("");
  });
});

describe("a migration that fails", () => {
  const database = withDatabase({ empty: true });
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "deskrl-migrations-"));
    await mkdir(join(folder, "20260101000000_break_things"));
    await writeFile(join(folder, "20260101000000_break_things", "migration.sql"), "SELECT * FROM nowhere;");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is named, with what the database said and what to do", async () => {
    await expect(migrate({ url: database.url, folder })).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(
        /^The database could not be brought to this version: No such table: nowhere$/,
      ),
      where: "migration 20260101000000_break_things",
      fix: expect.stringContaining("_prisma_migrations"),
    });
  });

  it("stops the next start as well, by its name", async () => {
    await expect(migrate({ url: database.url, folder })).rejects.toMatchObject({
      where: "migration 20260101000000_break_things",
    });
  });
});

it("says which server cannot be reached", async () => {
  await expect(migrate({ url: "postgresql://nobody:x@127.0.0.1:1/none" })).rejects.toMatchObject({
    code: "database_unavailable",
  });
});
