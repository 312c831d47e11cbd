import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "@deskrl/domain";
import pg from "pg";
import { findBinaries, type PostgresBinaries } from "./binaries.ts";
import { type Command, exec } from "./exec.ts";
import { freePort } from "./free-port.ts";
import { stopLeftover } from "./leftover.ts";
import { livingOwner, writeOwner } from "./owner.ts";
import { serverIdentity } from "./run-as.ts";

export interface StartEmbeddedPostgresOptions {
  /** Folder of everything the server keeps; made at the first start. */
  dataDir: string;
  /** @default a free port */
  port?: number | undefined;
  /** Made when it is missing. @default "deskrl" */
  database?: string | undefined;
  /** Server settings beyond the defaults, such as `fsync: "off"` for tests. */
  settings?: Record<string, string> | undefined;
  /** How long to wait for the server, recovery included. @default 60000 */
  timeoutMs?: number | undefined;
}

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** Ends the server and waits until it is gone. */
  stop(): Promise<void>;
}

function failed(what: string, dataDir: string, cause: unknown): AppError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const fix = /permission denied|could not access|EACCES/i.test(said)
    ? "The account postgres must be able to reach this folder and the repository: choose a data folder outside of a private home, or start as another user than root."
    : `Read ${join(dataDir, "server.log")}, or use a server of your own with --database URL.`;
  return new AppError("database_unavailable", `${what}: ${said}`, { where: dataDir, fix, cause });
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Makes the cluster. A first start that was cut short leaves no complete one, so it begins again from nothing. */
async function initialise(
  binaries: PostgresBinaries,
  {
    dataDir,
    cluster,
    passwordFile,
    ...command
  }: Command & Record<"dataDir" | "cluster" | "passwordFile", string>,
): Promise<void> {
  const done = join(dataDir, "initialised");
  if (await exists(done)) return;
  await rm(cluster, { recursive: true, force: true });
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  const { uid, gid } = command.identity;
  if (uid !== undefined && gid !== undefined) {
    await chown(dataDir, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  const locale = ["--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"];
  const auth = ["--username=deskrl", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await exec(binaries.initdb, [`--pgdata=${cluster}`, ...auth, ...locale], command);
  await writeFile(done, "");
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (known.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts a PostgreSQL of our own on the loopback: makes the cluster at the first start, ends what a killed owner left
 * running, and lets PostgreSQL recover what it has to. The server runs in a process group of its own, so that a Ctrl-C
 * in the terminal does not end it before those who write to it.
 * @throws AppError `conflict` when a living process uses the folder, `database_unavailable`
 */
export async function startEmbeddedPostgres(
  options: StartEmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { database = "deskrl", settings = {}, timeoutMs = 60_000 } = options;
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, "cluster");
  const ownerFile = join(dataDir, "owner.json");
  const passwordFile = join(dataDir, "password");
  const log = join(dataDir, "server.log");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const owner = await livingOwner(ownerFile);
  if (owner !== null)
    throw new AppError("conflict", `The process ${owner} already uses this data folder.`, {
      where: dataDir,
      fix: "End it first, or choose another folder with --data DIR.",
    });
  const binaries = await findBinaries();
  const command: Command = { identity: await serverIdentity(), timeoutMs };
  try {
    await initialise(binaries, { ...command, dataDir, cluster, passwordFile });
    await stopLeftover(binaries, cluster, command);
    await writeOwner(ownerFile);
    const port = options.port ?? (await freePort());
    const flags = Object.entries({
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "''",
      max_connections: "200",
      ...settings,
    }).map(([name, value]) => `-c ${name}=${value}`);
    const start = ["start", "-D", cluster, "-l", log, "-w", "-t", String(Math.ceil(timeoutMs / 1_000))];
    await exec(binaries.pg_ctl, [...start, "-o", flags.join(" ")], {
      ...command,
      timeoutMs: timeoutMs + 5_000,
    });
    const password = encodeURIComponent(await readFile(passwordFile, "utf8"));
    const urlOf = (name: string) =>
      `postgresql://deskrl:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
    await ensureDatabase(urlOf("postgres"), database);
    return {
      url: urlOf(database),
      port,
      async stop() {
        await stopLeftover(binaries, cluster, command);
        await rm(ownerFile, { force: true });
      },
    };
  } catch (error) {
    await rm(ownerFile, { force: true });
    throw failed("The embedded PostgreSQL did not start", dataDir, error);
  }
}
