import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";

/** `prisma/` of the repository. */
export const PRISMA_FOLDER = fileURLToPath(new URL("../../../../prisma", import.meta.url));
export const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, "migrations");
export const SCHEMA_FILE = join(PRISMA_FOLDER, "schema.prisma");

/** Migrations in order, in the form the engine takes. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: await readFile(join(folder, path, "migration.sql"), "utf8") },
      },
    })),
  );
  const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
  return { baseDir: folder, lockfile, shadowDbInitScript: "", migrationDirectories };
}
