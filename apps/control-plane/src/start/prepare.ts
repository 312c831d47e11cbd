import { join } from "node:path";
import {
  type CoreContext,
  createFirstAdmin,
  ensureGivenToken,
  ensureLocalToken,
  importSuite,
} from "@deskrl/core";
import type { SuitePackage } from "@deskrl/tasks";
import type { Log } from "../lib/log.ts";
import { readSecret, writeSecret } from "./write-secret.ts";

export interface PrepareOptions {
  core: CoreContext;
  dataDir: string;
  loadSuites: () => Promise<SuitePackage[]>;
  /** A token made outside that workers join with. */
  givenWorkerToken?: string | null;
  /** @default "file" */
  tellFirstAdmin?: "file" | "log";
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

async function writeFirstAdmin(options: PrepareOptions): Promise<void> {
  const { core, dataDir, tellFirstAdmin = "file", log } = options;
  const admin = await createFirstAdmin(core);
  if (!admin) return;
  if (tellFirstAdmin === "log") {
    // In the text, since fields of that name are blacked out.
    const { name, password } = admin;
    log.warn({ name }, `first admin created: sign in as ${name} with ${password} (told this once)`);
    return;
  }
  const path = join(dataDir, "first-admin.json");
  await writeSecret(path, `${JSON.stringify(admin)}\n`);
  log.info({ name: admin.name, path }, "first admin created; the password is in the file");
}

async function writeLocalTokens({ core, dataDir, givenWorkerToken }: PrepareOptions): Promise<void> {
  if (givenWorkerToken) {
    await ensureGivenToken(core, { name: "given worker", scope: "worker", token: givenWorkerToken });
  }
  for (const scope of ["operator", "worker"] as const) {
    const path = join(dataDir, "tokens", scope);
    const existing = await readSecret(path);
    const token = await ensureLocalToken(core, { name: `local ${scope}`, scope, existing });
    if (token !== existing) await writeSecret(path, token);
  }
}
