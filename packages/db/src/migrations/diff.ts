import { readFile } from "node:fs/promises";
import { readMigrations, SCHEMA_FILE } from "./read-migrations.ts";
import { withSchemaEngine } from "./schema-engine.ts";

/**
 * SQL that brings a database with all migrations to `schema.prisma`; empty when the two agree.
 * @param url a server on which a shadow database may be made for the time of the comparison
 */
export async function diffMigrations({ url, folder }: { url: string; folder?: string }): Promise<string> {
  const schema = await readFile(SCHEMA_FILE, "utf8");
  return withSchemaEngine({ url, schema }, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: "migrations", ...(await readMigrations(folder)) },
      to: { tag: "schemaDatamodel", files: [{ path: SCHEMA_FILE, content: schema }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = (stdout ?? "").trim();
    return /^--\s*This is an empty migration\.?$/.test(sql) ? "" : sql;
  });
}
