import { join } from "node:path";
import { type CoreContext, createFirstAdmin, ensureLocalToken, importSuite } from "@deskrl/core";
import type { SuitePackage } from "@deskrl/tasks";
import type { Log } from "../lib/log.ts";
import { readSecret, writeSecret } from "./write-secret.ts";

export interface PrepareOptions {
  core: CoreContext;
  dataDir: string;
  loadSuites: () => Promise<SuitePackage[]>;
  log: Log;
}

/** Brings the data to where the server can begin: suites, the first admin, tokens for this machine. Idempotent. */
export async function prepare(options: PrepareOptions): Promise<void> {
  await importSuites(options);
  await writeFirstAdmin(options);
  await writeLocalTokens(options);
}

async function importSuites({ core, loadSuites, log }: PrepareOptions): Promise<void> {
  for (const suite of await loadSuites()) {
    const { changed, tasks, retired } = await importSuite(core, suite);
    if (changed) log.info({ suite: suite.name, tasks, retired }, "suite imported");
  }
}

async function writeFirstAdmin({ core, dataDir, log }: PrepareOptions): Promise<void> {
  const admin = await createFirstAdmin(core);
  if (!admin) return;
  const path = join(dataDir, "first-admin.json");
  await writeSecret(path, `${JSON.stringify(admin)}\n`);
  log.info({ name: admin.name, path }, "first admin created; the password is in the file");
}

async function writeLocalTokens({ core, dataDir }: PrepareOptions): Promise<void> {
  for (const scope of ["operator", "worker"] as const) {
    const path = join(dataDir, "tokens", scope);
    const existing = await readSecret(path);
    const token = await ensureLocalToken(core, { name: `local ${scope}`, scope, existing });
    if (token !== existing) await writeSecret(path, token);
  }
}
