import { join } from "node:path";
import { engineProblem } from "@deskrl/desktops/docker";
import { createClient } from "../../client.ts";
import { env } from "../../env.ts";
import type { StepPrinter } from "../../output/steps.ts";
import { type DataLayout, dataLayout } from "../../paths.ts";
import { readToken } from "../../system/credentials.ts";
import { desktopImageIsCurrent } from "../../system/desktop-image.ts";
import { workerProcess } from "../../system/process-specs.ts";
import { type RunningDeskrl, startSystem } from "../../system/start-system.ts";
import { SupervisedProcess } from "../../system/supervised-process.ts";
import { type KillablePostgres, startKillablePostgres } from "./killable-postgres.ts";
import { type Link, openLink } from "./link.ts";

const ENGINE_SOCKET = "/var/run/docker.sock";

/** A worker that reaches its control plane, and its engine, through links that can be broken. */
export interface ChaosWorker {
  name: string;
  provider: "sim" | "docker";
  process: SupervisedProcess;
  layout: DataLayout;
  link: Link;
  /** Of a worker with real desktops. */
  engine: Link | null;
}

export interface ChaosSystem {
  deskrl: RunningDeskrl;
  client: ReturnType<typeof createClient>;
  postgres: KillablePostgres;
  databaseLink: Link;
  workers: ChaosWorker[];
  /** Why there are no real desktops; null when there are. */
  withoutEngine: string | null;
  /** Ends everything; a second call does nothing. */
  stop(): Promise<void>;
}

export interface ChaosSystemOptions {
  dataDir: string;
  desktops: number;
  /** Real desktops as well, where an engine answers. */
  real: boolean;
  leaseTtlSeconds: number;
  printer: StepPrinter;
}

/** Starts PostgreSQL, control plane, two simulated workers and, where possible, one with real desktops. */
export async function startChaosSystem(options: ChaosSystemOptions): Promise<ChaosSystem> {
  const { dataDir, printer } = options;
  const undo: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      for (const step of undo.reverse()) await step();
    })();
    return stopping;
  };
  try {
    const postgres = await printer.step("PostgreSQL", () => startKillablePostgres(join(dataDir, "postgres")));
    undo.push(() => postgres.stop());
    const databaseLink = await openLink({ host: "127.0.0.1", port: postgres.port });
    undo.push(() => databaseLink.close());
    const url = new URL(postgres.url);
    url.port = String(databaseLink.port);
    const deskrl = await startSystem({
      ...{ dataDir, port: 0, desktops: 0, worker: false, dashboard: false, database: url.href },
      ...{ leaseTtlSeconds: options.leaseTtlSeconds, printer },
    });
    undo.push(() => deskrl.stop());
    const withoutEngine = options.real ? await whyNoEngine() : "not asked for";
    const workers: ChaosWorker[] = [];
    for (const [index, provider] of providers(withoutEngine).entries())
      workers.push(
        await startWorker(options, { deskrl, provider, trains: index === 0, number: index + 1, undo }),
      );
    const client = createClient({ url: deskrl.url, token: deskrl.operatorToken });
    return { deskrl, client, postgres, databaseLink, workers, withoutEngine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const providers = (withoutEngine: string | null): ChaosWorker["provider"][] =>
  withoutEngine === null ? ["sim", "sim", "docker"] : ["sim", "sim"];

async function whyNoEngine(): Promise<string | null> {
  const problem = await engineProblem({ dockerHost: env.DOCKER_HOST });
  if (problem) return "no Docker engine answers";
  if (env.DOCKER_HOST) return "the engine of DOCKER_HOST may be another machine's, so it is let be";
  return (await desktopImageIsCurrent()) ? null : "the desktop image is not built";
}

async function startWorker(
  options: ChaosSystemOptions,
  part: {
    deskrl: RunningDeskrl;
    provider: ChaosWorker["provider"];
    trains: boolean;
    number: number;
    undo: (() => Promise<void>)[];
  },
): Promise<ChaosWorker> {
  const { deskrl, provider, number, undo } = part;
  const name = `${provider}-${number}`;
  const layout = dataLayout(join(options.dataDir, name));
  const link = await openLink({ host: "127.0.0.1", port: deskrl.grpcPort });
  undo.push(() => link.close());
  const engine = provider === "docker" ? await openLink({ path: ENGINE_SOCKET }) : null;
  if (engine) undo.push(() => engine.close());
  const spec = workerProcess({
    ...{ provider, name, layout, keepJournal: true, trainers: part.trains ? 1 : 0 },
    ...(provider === "docker" ? { desktops: 1, warmDesktops: 0 } : { desktops: options.desktops }),
    controlPlane: `http://127.0.0.1:${link.port}`,
    workerToken: await readToken(deskrl.layout.workerToken),
  });
  if (engine) spec.env = { ...spec.env, DOCKER_HOST: `tcp://127.0.0.1:${engine.port}` };
  const process = new SupervisedProcess(spec);
  undo.push(() => process.stop());
  process.start();
  return { name, provider, process, layout, link, engine };
}
