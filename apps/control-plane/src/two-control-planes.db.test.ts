import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiClient } from "./testing/api-client.ts";
import { startWorkerStub, type WorkerStub } from "./testing/worker-stub.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
const SOON = { timeout: 60_000, interval: 100 };

interface Server {
  child: ChildProcess;
  url: string;
  grpcUrl: string;
  instanceId: string;
  api: ReturnType<typeof createApiClient>;
}

let database: TestDatabase;
let dataDir: string;
const servers: Server[] = [];
const workers: WorkerStub[] = [];

beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), "deskrl-two-"))]);
  servers.push(await start());
  servers.push(await start());
}, 240_000);
afterAll(async () => {
  for (const worker of workers) worker.kill();
  for (const { child } of servers) child.kill("SIGKILL");
  await database.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

/** Both keep blobs and tokens in one folder, as on a disk that they share. */
async function start(): Promise<Server> {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DESKRL_DATA_DIR: dataDir,
      DESKRL_PORT: "0",
      DESKRL_GRPC_PORT: "0",
      LEASE_TTL_SECONDS: "6",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = output.split("\n").find((one) => one.includes('"control plane started"'));
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`it ended first:\n${output}`)));
  });
  const { url, grpcUrl, instanceId } = JSON.parse(line);
  const token = await readFile(join(dataDir, "tokens/operator"), "utf8");
  return { child, url, grpcUrl, instanceId, api: createApiClient(url, { authorization: `Bearer ${token}` }) };
}

async function joinWorker(server: Server): Promise<WorkerStub> {
  const token = await readFile(join(dataDir, "tokens/worker"), "utf8");
  const worker = await startWorkerStub({ grpcUrl: server.grpcUrl, token });
  workers.push(worker);
  const { environments } = await worker.take("desiredEnvironments", (set) => set.environments.length > 0);
  for (const { environmentId } of environments) worker.report(environmentId, "ready");
  return worker;
}

const leaderOf = async ({ api }: Server) => (await api.system.status.query()).housekeeping.leader;
const RUN = { suite: "office-basics", policy: "oracle", episodes: 1, desktops: 1 } as const;

test("one leads, both serve, and what the leader assigns reaches a worker of the other; killed, the other leads", {
  timeout: 240_000,
}, async () => {
  const [first, second] = servers;
  if (!first || !second) throw new Error("two were started");
  await vi.waitFor(async () => {
    const leaders = [await leaderOf(first), await leaderOf(second)];
    expect(leaders).toEqual([first.instanceId, first.instanceId]);
  }, SOON);

  const worker = await joinWorker(second);
  await vi.waitFor(
    async () =>
      expect((await first.api.worker.list.query({})).items).toMatchObject([
        { id: worker.workerId, state: "online", readyDesktops: 1 },
      ]),
    SOON,
  );
  const run = await first.api.run.create.mutate(RUN);
  const assigned = await worker.take("assignEpisode");
  expect(await second.api.run.byId.query({ id: run.id })).toMatchObject({ state: "running" });

  first.child.kill("SIGKILL");
  await vi.waitFor(async () => expect(await leaderOf(second)).toBe(second.instanceId), SOON);
  await worker.client.ingest({
    workerId: worker.workerId,
    entries: [
      {
        episodeId: assigned.episodeId,
        epoch: assigned.epoch,
        index: 0,
        recordJson: JSON.stringify({
          kind: "finished",
          result: { verdict: "invalid", score: null, cause: "cancelled", reason: "The test ends it." },
          finalScreenshot: null,
          at: new Date(),
        }),
      },
    ],
  });
  await second.api.run.create.mutate(RUN);
  worker.report(assigned.environmentId, "ready", 2);
  const next = await worker.take("assignEpisode", ({ episodeId }) => episodeId !== assigned.episodeId);
  expect(next.environmentId).toBe(assigned.environmentId);
});
