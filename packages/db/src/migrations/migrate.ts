import { AppError } from "@deskrl/domain";
import pg from "pg";
import { toDatabaseError } from "../errors.ts";
import { readMigrations } from "./read-migrations.ts";
import { withSchemaEngine } from "./schema-engine.ts";

export interface MigrateOptions {
  url: string;
  /** Folder of migrations. @default `prisma/migrations` of the repository */
  folder?: string | undefined;
}

/** Held while migrating, so that processes that start together do it one after another. */
const MIGRATION_LOCK = 7_311_000;

function toMigrationError(error: unknown): unknown {
  const mapped = toDatabaseError(error);
  if (mapped instanceof AppError) return mapped;
  const said = error instanceof Error ? error.message : String(error);
  // The engine appends a trace of its own functions, whose first lines name the migration.
  const message = said.replace(/^external connector error\n/, "").split(/\n\s+0: /)[0] ?? said;
  const name = /migration_name="([^"]+)"|`(\d{14}_\w+)`/.exec(said);
  return new AppError("internal", `The database could not be brought to this version: ${message.trim()}`, {
    where: name ? `migration ${name[1] ?? name[2]}` : "prisma/migrations",
    fix: "Nothing of a failed migration is kept as applied. Mend its cause, delete its row from _prisma_migrations, and start again; or restore a backup.",
    cause: error,
  });
}

/**
 * Applies what is missing of the migrations with Prisma's schema engine, which keeps `_prisma_migrations` as its
 * command line does. Safe to call at every start and from several processes at once.
 * @returns names of the migrations applied now
 * @throws AppError `database_unavailable`, or `internal` with the migration and what the database said
 */
export async function migrate({ url, folder }: MigrateOptions): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url, application_name: "deskrl-migrate" });
  lock.on("error", () => {});
  try {
    await lock.connect();
    await lock.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await withSchemaEngine({ url }, async (engine) => {
      const migrationsList = await readMigrations(folder);
      const filters = { externalTables: [], externalEnums: [] };
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
      return appliedMigrationNames;
    });
  } catch (error) {
    throw toMigrationError(error);
  } finally {
    await lock.end().catch(() => {});
  }
}
