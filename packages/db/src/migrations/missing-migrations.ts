import type { Database } from "../database.ts";
import { readMigrations } from "./read-migrations.ts";

/** Names of the migrations that this version has and the database lacks, oldest first. @throws AppError `database_unavailable` */
export async function missingMigrations(
  db: Pick<Database, "prisma">,
  { folder }: { folder?: string | undefined } = {},
): Promise<string[]> {
  const [{ migrationDirectories }, rows] = await Promise.all([
    readMigrations(folder),
    db.prisma.$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  ]);
  const applied = new Set(rows.map(({ name }) => name));
  return migrationDirectories.map(({ path }) => path).filter((name) => !applied.has(name));
}
