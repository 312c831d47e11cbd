import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "@deskrl/db";

/** The migrated database that every test's database is a copy of. */
export const TEMPLATE_DATABASE = "deskrl_template";

/** Socket of the server for these migrations: a change of them is another server. */
export async function serverSocketPath(): Promise<string> {
  const hash = createHash("sha256").update(MIGRATIONS_FOLDER);
  const names = (await readdir(MIGRATIONS_FOLDER, { recursive: true })).filter((name) =>
    name.endsWith(".sql"),
  );
  for (const name of names.sort()) hash.update(name).update(await readFile(join(MIGRATIONS_FOLDER, name)));
  const user = process.getuid?.() ?? 0;
  return join(tmpdir(), `deskrl-test-${user}-${hash.digest("hex").slice(0, 16)}.sock`);
}
