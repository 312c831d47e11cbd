// Writes the next migration: the SQL that brings a database with all migrations to prisma/schema.prisma, worked out by
// Prisma's schema engine in its WebAssembly form on a temporary PostgreSQL.
// Usage: node --import tsx scripts/make-migration.mjs add_run_labels
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffMigrations, MIGRATIONS_FOLDER, startEmbeddedPostgres } from "../packages/db/src/index.ts";

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Give the migration a name of the form verb_object, such as add_run_labels.");
  process.exit(2);
}
const dataDir = await mkdtemp(join(tmpdir(), "deskrl-migration-"));
try {
  await mkdir(MIGRATIONS_FOLDER, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    const sql = await diffMigrations({ url: server.url });
    if (sql === "") {
      console.log("The migrations already lead to this schema; nothing to write.");
    } else {
      const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
      const folder = join(MIGRATIONS_FOLDER, `${stamp}_${name}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "migration.sql"), `${sql}\n`);
      console.log(
        `Wrote ${join(folder, "migration.sql")}. Add what Prisma cannot say by hand, then run the tests.`,
      );
    }
  } finally {
    await server.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
