import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, type Database } from "@deskrl/db";
import { AppError } from "@deskrl/domain";
import { type Client, createClient } from "../../client.ts";
import { dataLayout } from "../../paths.ts";
import { readToken } from "../../system/credentials.ts";
import { localWorkerAddress } from "../../system/local-worker-address.ts";
import { workerProcess } from "../../system/process-specs.ts";
import { scratchDataDir } from "../../system/scratch-data-dir.ts";
import { type RunningDeskrl, startSystem } from "../../system/start-system.ts";
import { SupervisedProcess } from "../../system/supervised-process.ts";

/** Desktops of one worker process. */
const PER_WORKER = 500;
/**
 * What a simulated desktop can set up. A task that it cannot ends at once, and a fleet that is given such tasks resets
 * desktops all the time instead of acting at its pace.
 */
const TASKS = ["calc"];
/** Episodes that no bench comes to the end of. */
const EPISODES = 200_000;
const READY_LIMIT_MS = 10 * 60_000;

/** Simulated desktops over several worker processes under one control plane, all on this machine. */
export interface SimFleet {
  system: RunningDeskrl;
  client: Client;
  db: Database;
  workerPids(): (number | null)[];
  /** Adds workers until there are so many desktops, and waits until all are up. @returns seconds that took */
  grow(desktops: number, signal: AbortSignal): Promise<number>;
  /** Puts agents on all desktops that act at random, each a step in `paceMs`. */
  move(options: { desktops: number; paceMs: number }): Promise<void>;
  stop(): Promise<void>;
}

export async function startSimFleet(options: { name: string; dashboard: boolean }): Promise<SimFleet> {
  const dataDir = await scratchDataDir(options.name);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const system = await startSystem({
    ...{ dataDir, port: 0, desktops: 0, worker: false, dashboard: options.dashboard },
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { layout } = system;
  const db = createDatabase({ url: system.databaseUrl });
  const client = createClient({ url: system.url, token: system.operatorToken });
  const workers: SupervisedProcess[] = [];
  const workerToken = await readToken(layout.workerToken);
  const controlPlane = await localWorkerAddress({ host: "127.0.0.1", port: system.grpcPort, layout });
  let held = 0;

  const addWorker = (desktops: number) => {
    const name = `sim-${workers.length + 1}`;
    const own = { ...dataLayout(join(dataDir, name)), logs: layout.logs };
    mkdirSync(own.worker, { recursive: true });
    const spec = workerProcess({
      ...{ controlPlane, workerToken, name, desktops, layout: own },
      ...{ provider: "sim", trainers: 0, warmDesktops: 0 },
    });
    const worker = new SupervisedProcess({ ...spec, logFile: join(layout.logs, `${name}.log`) });
    workers.push(worker);
    worker.start();
    held += desktops;
  };
  const countUp = () =>
    db.prisma.environment.count({ where: { state: { in: ["ready", "leased", "resetting"] } } });

  return {
    ...{ system, client, db },
    workerPids: () => workers.map(({ pid }) => pid),
    async grow(desktops, signal) {
      const startedAt = performance.now();
      while (held < desktops) addWorker(Math.min(PER_WORKER, desktops - held));
      while ((await countUp()) < desktops) {
        signal.throwIfAborted();
        if (performance.now() - startedAt > READY_LIMIT_MS)
          throw new AppError(
            "environment_start_failed",
            `${await countUp()} of ${desktops} desktops came up.`,
            {
              where: "bench",
              fix: `Look at the logs in ${layout.logs}.`,
            },
          );
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return (performance.now() - startedAt) / 1_000;
    },
    async move({ desktops, paceMs }) {
      await client.run.create.mutate({
        ...{ suite: "office-basics", tasks: TASKS, policy: "random", episodes: EPISODES, maxSteps: 30 },
        ...{ desktops, paceMs },
      });
    },
    async stop() {
      await db.close();
      await Promise.all(workers.map((worker) => worker.stop()));
      await system.stop();
      await remove();
    },
  };
}
