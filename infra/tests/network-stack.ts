import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { ApiClient } from "../../apps/control-plane/src/testing/api-client.ts";
import { type ComposeStack, composeStack, freePort, output, signInFirst } from "./compose-stack.ts";

/** Of network.compose.yml, by the number of desktops each offers. */
export const WORKERS = ["worker-1", "worker-2", "worker-3"] as const;
export type WorkerName = (typeof WORKERS)[number];

/** It has iptables; the image of the server has not. */
const DESKTOP_IMAGE = "deskrl/desktop:latest";

export interface NetworkStack extends ComposeStack {
  api: ApiClient;
  databaseUrl: string;
  /** Rows of one query. */
  rows<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** Copies a worker's journal out of its volume. @returns a folder that holds `journal` */
  copyJournal(worker: WorkerName): Promise<string>;
  /** Takes the cable out, or puts it back in. */
  disconnect(worker: WorkerName): Promise<void>;
  connect(worker: WorkerName): Promise<void>;
  /** Drops what it sends and receives without a word, as a firewall does, or lets it pass again. */
  silence(worker: WorkerName): Promise<void>;
  unsilence(worker: WorkerName): Promise<void>;
}

/** Control plane and database run, and nothing else yet; tokens for the three workers are minted. */
export async function networkStack(): Promise<NetworkStack> {
  const stack = await composeStack({ files: ["infra/tests/network.compose.yml"] });
  const folders: string[] = [];
  const down = async () => {
    await stack.down();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    stack.variables.TEST_DATABASE_PORT = String(port);
    await stack.compose("up", "-d", "control-plane");
    const api = await signInFirst(stack);
    const password = await stack.compose(
      ...["exec", "-T", "control-plane", "cat", "/run/deskrl/database/password"],
    );
    const databaseUrl = `postgresql://deskrl:${password.trim()}@127.0.0.1:${port}/deskrl`;
    const { fingerprint } = await api.worker.door.query();
    stack.variables.TEST_JOIN_ADDRESS = `https://control-plane:4401#sha256:${fingerprint}`;
    for (const [index, name] of WORKERS.entries()) {
      const { token } = await api.worker.createToken.mutate({ name });
      stack.variables[`TEST_TOKEN_${index + 1}`] = token;
    }
    return {
      ...stack,
      ...{ api, databaseUrl, down },
      async rows<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]) {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        try {
          return (await client.query<Row>(sql, values)).rows;
        } finally {
          await client.end();
        }
      },
      async copyJournal(worker) {
        const folder = await mkdtemp(join(tmpdir(), "deskrl-network-"));
        folders.push(folder);
        await output("docker", ["cp", `${await stack.containerOf(worker)}:/data/journal`, folder]);
        return folder;
      },
      ...cables(stack),
    };
  } catch (error) {
    await down();
    throw error;
  }
}

function cables(stack: ComposeStack) {
  const network = `${stack.project}_inside`;
  const firewall = async (worker: WorkerName, verb: "--insert" | "--delete") => {
    const inside = `container:${await stack.containerOf(worker)}`;
    // All but its own loopback, where the names of other containers are asked for.
    for (const rule of [
      ["INPUT", "!", "--in-interface"],
      ["OUTPUT", "!", "--out-interface"],
    ]) {
      const [chain = "", ...other] = rule;
      await output("docker", [
        ...["run", "--rm", "--network", inside, "--cap-drop", "ALL", "--cap-add", "NET_ADMIN"],
        ...["--cap-add", "NET_RAW", "--user", "0", "--entrypoint", "iptables", DESKTOP_IMAGE],
        ...[verb, chain, ...other, "lo", "--jump", "DROP"],
      ]);
    }
  };
  return {
    async disconnect(worker: WorkerName) {
      await output("docker", ["network", "disconnect", network, await stack.containerOf(worker)]);
    },
    async connect(worker: WorkerName) {
      await output("docker", [
        ...["network", "connect", "--alias", worker, network, await stack.containerOf(worker)],
      ]);
    },
    silence: (worker: WorkerName) => firewall(worker, "--insert"),
    unsilence: (worker: WorkerName) => firewall(worker, "--delete"),
  };
}
