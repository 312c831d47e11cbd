import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { type CoreContext, createCoreContext } from "@deskrl/core";
import { createEventRelay, createLeadership, missingMigrations } from "@deskrl/db";
import { createTestDatabase } from "@deskrl/testing";
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "../control-plane.ts";
import { createErrorReporter } from "../lib/error-reporter.ts";
import { createLog } from "../lib/log.ts";
import { type ApiClient, createApiClient, signIn } from "./api-client.ts";
import { SMALL_SUITE } from "./small-suite.ts";
import { startWorkerStub, type WorkerStub, type WorkerStubOptions } from "./worker-stub.ts";

export interface ControlPlaneResource {
  readonly url: string;
  readonly grpcUrl: string;
  readonly core: CoreContext;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly admin: { name: string; password: string };
  readonly tokens: { operator: string; worker: string };
  /** A browser that signed in; as the first admin unless told otherwise. */
  signIn(credentials?: { name: string; password: string }): Promise<{ api: ApiClient; cookie: string }>;
  /** A program with the local operator's token. */
  readonly program: ApiClient;
  /** A worker with the local worker's token. All are killed at the end. */
  startWorker(options?: Partial<WorkerStubOptions>): Promise<WorkerStub>;
  /** Kills the workers and forgets them, their desktops and all runs, for the next test. */
  clear(): Promise<void>;
  /** Ends the server and starts it again on the same data and ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A whole control plane on free ports, with a database and a data folder of its own. */
export async function controlPlaneResource(
  overrides: Partial<ControlPlaneOptions> = {},
): Promise<ControlPlaneResource> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "deskrl-control-plane-"));
  const core = createCoreContext({
    db: database.db,
    blobs: createFilesystemBlobStore({ root: join(dataDir, "blobs") }),
  });
  const log = createLog({ level: "silent" });
  const options: ControlPlaneOptions = {
    core,
    log,
    report: createErrorReporter({ log }),
    dataDir,
    host: "127.0.0.1",
    port: 0,
    grpcPort: 0,
    dashboardUrl: null,
    timing: { heartbeatIntervalMs: 500, leaseTtlMs: 5_000 },
    vncPingIntervalMs: 20_000,
    training: { settings: { bc: [], rl: [], entropulse: [], eval: [] }, check: () => {} },
    version: "0.0.0-test",
    loadSuites: async () => [SMALL_SUITE],
    missingMigrations: () => missingMigrations(database.db),
    createLeadership: (name, onChange) =>
      createLeadership({ url: database.url, key: 1, name, onChange, leaseMs: 2_000 }),
    createRelay: (onEvents) => createEventRelay({ url: database.url, onEvents }),
    ...overrides,
  };
  let running: ControlPlane = await startControlPlane(options);
  const workers: WorkerStub[] = [];
  const read = (path: string) => readFile(join(dataDir, path), "utf8");
  const admin: { name: string; password: string } = JSON.parse(await read("first-admin.json"));
  const tokens = { operator: await read("tokens/operator"), worker: await read("tokens/worker") };
  const { url, grpcUrl } = running;
  return {
    url,
    grpcUrl,
    core,
    dataDir,
    databaseUrl: database.url,
    admin,
    tokens,
    program: createApiClient(url, { authorization: `Bearer ${tokens.operator}` }),
    signIn: (credentials = admin) => signIn(url, credentials),
    async startWorker(workerOptions = {}) {
      const worker = await startWorkerStub({ grpcUrl, token: tokens.worker, ...workerOptions });
      workers.push(worker);
      return worker;
    },
    async clear() {
      for (const worker of workers.splice(0)) worker.kill();
      await core.db.transaction((tx) => tx.$executeRaw`TRUNCATE runs, environments, workers CASCADE`);
    },
    async restart() {
      await running.stop();
      const ports = { port: Number(new URL(url).port), grpcPort: Number(new URL(grpcUrl).port) };
      running = await startControlPlane({ ...options, ...ports });
    },
    async stop() {
      for (const worker of workers) worker.kill();
      await running.stop();
      await database.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
