import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@deskrl/db";
import { processStartTime } from "../../system/running-file.ts";

/** Tries to bring a killed server back: its shared memory may be held for a moment by what it left. */
const RESTARTS = 20;

/** An embedded PostgreSQL that dies by SIGKILL and comes back on the same port and data. */
export interface KillablePostgres {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
  revive(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it in a folder of its own. */
export async function startKillablePostgres(dataDir: string): Promise<KillablePostgres> {
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  const { url, port } = server;
  return {
    url,
    port,
    async kill() {
      const pid = await postmasterOf(dataDir);
      process.kill(pid, "SIGKILL");
      while (processStartTime(pid) !== null) await sleep(20);
      // Gives the folder free; the server itself is gone.
      await server.stop();
    },
    async revive() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          server = await startEmbeddedPostgres({ dataDir, port });
          return;
        } catch (error) {
          if (attempt >= RESTARTS) throw error;
          await sleep(500);
        }
      }
    },
    stop: () => server.stop(),
  };
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, "cluster", "postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}
