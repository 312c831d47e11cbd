import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../client.ts";
import { compareSteps } from "../verify/chaos/compare-steps.ts";
import { type KillablePostgres, startKillablePostgres } from "../verify/chaos/killable-postgres.ts";
import { readRecorded } from "../verify/chaos/read-recorded.ts";
import { readWorkerSteps } from "../verify/chaos/read-worker-steps.ts";
import { scratchDataDir } from "./scratch-data-dir.ts";
import { type RunningDeskrl, startSystem } from "./start-system.ts";

const AWAY_MS = 60_000;
const SOON = { timeout: 120_000, interval: 250 };

let dataDir: string;
let postgres: KillablePostgres;
let system: RunningDeskrl;
let client: ReturnType<typeof createClient>;
const ended: string[] = [];

beforeAll(async () => {
  dataDir = await scratchDataDir("away");
  postgres = await startKillablePostgres(join(dataDir, "postgres"));
  system = await startSystem({
    ...{ dataDir, port: 0, desktops: 4, provider: "sim", dashboard: false, trainers: 0 },
    ...{ database: postgres.url, leaseTtlSeconds: 6, keepJournal: true },
    onEvent: (name, { kind }) => kind === "exited" && ended.push(name),
  });
  client = createClient({ url: system.url, token: system.operatorToken });
}, 240_000);

afterAll(async () => {
  await system?.stop();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const health = async () => {
  const [live, ready] = await Promise.all(
    ["/healthz", "/readyz"].map((path) => fetch(`${system.url}${path}`)),
  );
  return { live: live?.status, ready: ready?.status, body: await ready?.json() };
};
const written = async () => (await readWorkerSteps(system.layout.worker)).length;

test("PostgreSQL away for a minute: the control plane says so, workers go on and keep, and all of it is delivered", {
  timeout: 400_000,
}, async () => {
  // A decision takes a second, so that episodes outlast the minute.
  const spec = {
    suite: "office-basics",
    tasks: ["calc"],
    policy: "random",
    episodes: 4,
    desktops: 4,
  } as const;
  const { id } = await client.run.create.mutate({ ...spec, tasks: ["calc"], maxSteps: 90, paceMs: 1_000 });
  await vi.waitFor(async () => expect(await written()).toBeGreaterThan(4), SOON);

  await postgres.kill();
  const before = await written();
  await vi.waitFor(
    async () =>
      expect(await health()).toMatchObject({
        ...{ live: 200, ready: 503 },
        body: { status: "unready", checks: { database: { ok: false } } },
      }),
    SOON,
  );
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  expect(await written(), "workers went on").toBeGreaterThan(before + 20);
  await postgres.revive();

  await vi.waitFor(async () => expect(await health()).toMatchObject({ ready: 200 }), SOON);
  await vi.waitFor(async () => expect((await client.run.byId.query({ id })).state).toBe("finished"), {
    ...SOON,
    timeout: 200_000,
  });
  expect(ended, "no process ended over it").toEqual([]);
  const { counts } = await client.run.byId.query({ id });
  expect(counts, "no episode was given up").toMatchObject({ invalid: 0, retried: 0 });
  await vi.waitFor(async () => {
    const recorded = await readRecorded(postgres.url);
    expect(recorded.broken).toEqual([]);
    expect(compareSteps(await readWorkerSteps(system.layout.worker), recorded.actions)).toEqual([]);
  }, SOON);
});
