import { mkdirSync } from "node:fs";
import { createStepPrinter, type StepPrinter } from "../output/steps.ts";
import { type DataLayout, dataLayout } from "../paths.ts";
import type { ProviderChoice } from "./choose-desktops.ts";
import { claimDataDir } from "./claim-data-dir.ts";
import { readFirstAdmin, readToken } from "./credentials.ts";
import { localWorkerAddress } from "./local-worker-address.ts";
import { openDatabase } from "./open-database.ts";
import { freePort, requirePort } from "./ports.ts";
import { controlPlaneProcess, dashboardProcess, workerProcess } from "./process-specs.ts";
import { clearRunning, processStartTime, writeRunning } from "./running-file.ts";
import { type ProcessEvent, SupervisedProcess } from "./supervised-process.ts";
import { answers, waitFor } from "./wait-for.ts";

export interface SystemOptions {
  dataDir: string;
  /** 0: any free one. */
  port: number;
  host?: string;
  /** Where workers on other machines may dial, under TLS. @default as `host` */
  workerHost?: string;
  /** Port that workers dial. @default any free one */
  workerPort?: number;
  desktops: number;
  /** Spare clean desktops kept ready for resets. */
  warmDesktops?: number;
  /** An external PostgreSQL; the embedded one when left out. */
  database?: string;
  /** Serve the web pages; they must be built. */
  dashboard: boolean;
  worker?: boolean;
  /** Kind of desktops; `auto` when left out: simulated ones where no engine answers. */
  provider?: ProviderChoice;
  /** Trainers the worker runs at a time; 1 when left out. */
  trainers?: number;
  image?: string;
  /** Keep journals after they are stored, for an audit. */
  keepJournal?: boolean;
  leaseTtlSeconds?: number;
  printer?: StepPrinter;
  onEvent?: (name: string, event: ProcessEvent) => void;
}

export interface RunningDeskrl {
  url: string;
  grpcPort: number;
  databaseUrl: string;
  layout: DataLayout;
  /** The first admin, when this start made it; its password is told once. */
  firstAdmin: { name: string; password: string } | null;
  operatorToken: string;
  processes: { controlPlane: SupervisedProcess; worker?: SupervisedProcess; dashboard?: SupervisedProcess };
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, control plane, worker and dashboard on one data folder and resolves when the address answers.
 * @throws AppError when a port is taken, the folder is in use, or a part does not come up (with its last lines)
 */
export async function startSystem(options: SystemOptions): Promise<RunningDeskrl> {
  const printer = options.printer ?? createStepPrinter({ quiet: true });
  const layout = dataLayout(options.dataDir);
  for (const folder of [layout.controlPlane, layout.worker, layout.logs])
    mkdirSync(folder, { recursive: true });
  await claimDataDir(layout, printer);
  const host = options.host ?? "127.0.0.1";
  const port = options.port === 0 ? await freePort(host) : await requirePort(options.port, host);
  const grpcHost = options.workerHost ?? host;
  const grpcPort = options.workerPort
    ? await requirePort(options.workerPort, grpcHost)
    : await freePort(grpcHost);
  const url = `http://${host}:${port}`;
  const started: SupervisedProcess[] = [];
  const database = await printer.step("PostgreSQL", () => openDatabase(options.database, layout));
  const stop = async () => {
    for (const part of [...started].reverse()) await part.stop();
    await database.stop();
    clearRunning(layout.running);
  };
  const note = () =>
    writeRunning(layout.running, {
      url,
      databaseUrl: database.url,
      launcher: { pid: process.pid, startTime: processStartTime(process.pid) ?? "" },
      children: started.flatMap((part) =>
        part.pid === null
          ? []
          : [{ name: part.spec.name, pid: part.pid, startTime: processStartTime(part.pid) ?? "" }],
      ),
    });
  const supervise = (spec: SupervisedProcess["spec"]) => {
    const part = new SupervisedProcess(spec, (event) => {
      if (event.kind === "started") note();
      options.onEvent?.(spec.name, event);
    });
    started.push(part);
    part.start();
    return part;
  };
  try {
    const dashboardPort = options.dashboard ? await freePort() : null;
    const dashboard =
      dashboardPort === null ? undefined : supervise(dashboardProcess(dashboardPort, layout.logs));
    const controlPlane = supervise(
      controlPlaneProcess({
        ...options,
        host,
        port,
        grpcHost,
        grpcPort,
        dashboardPort,
        databaseUrl: database.url,
        layout,
      }),
    );
    const explain = (part: SupervisedProcess) => () =>
      `see ${part.spec.logFile}; its last lines:\n${part.lastLines.join("\n")}`;
    await printer.step("Control plane", () =>
      waitFor(() => answers(`${url}/readyz`), {
        what: "The control plane did not answer",
        timeoutMs: 60_000,
        explain: explain(controlPlane),
      }),
    );
    const workerToken = await readToken(layout.workerToken);
    const address = await localWorkerAddress({ host: grpcHost, port: grpcPort, layout });
    const worker =
      options.worker === false
        ? undefined
        : supervise(workerProcess({ ...options, controlPlane: address, workerToken, layout }));
    if (dashboard) {
      await printer.step("Dashboard", () =>
        waitFor(() => answers(`${url}/login`), {
          what: "The dashboard did not answer",
          timeoutMs: 60_000,
          explain: explain(dashboard),
        }),
      );
    }
    return {
      url,
      grpcPort,
      databaseUrl: database.url,
      layout,
      firstAdmin: await readFirstAdmin(layout.firstAdmin),
      operatorToken: await readToken(layout.operatorToken),
      processes: { controlPlane, ...(worker ? { worker } : {}), ...(dashboard ? { dashboard } : {}) },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
