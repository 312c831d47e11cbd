import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository this command line belongs to. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Where a system keeps what it must not lose, unless `--data` says otherwise. */
export const DEFAULT_DATA_DIR = join(ROOT, ".deskrl");

/** Layout of a data folder. */
export function dataLayout(dataDir: string) {
  return {
    postgres: join(dataDir, "postgres"),
    controlPlane: join(dataDir, "control-plane"),
    worker: join(dataDir, "worker"),
    logs: join(dataDir, "logs"),
    /** Which processes run, so that a second start can find them and a crashed one can be cleaned up. */
    running: join(dataDir, "running.json"),
    firstAdmin: join(dataDir, "control-plane", "first-admin.json"),
    operatorToken: join(dataDir, "control-plane", "tokens", "operator"),
    workerCertificate: join(dataDir, "control-plane", "tls", "certificate.pem"),
    /** What a worker of its own has joined, and how it stands with it. */
    joined: join(dataDir, "joined.json"),
    connection: join(dataDir, "worker", "connection.json"),
    workerToken: join(dataDir, "control-plane", "tokens", "worker"),
  };
}
export type DataLayout = ReturnType<typeof dataLayout>;
