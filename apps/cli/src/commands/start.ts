import { resolve } from "node:path";
import { Command } from "commander";
import { createStepPrinter } from "../output/steps.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { chooseDesktops, type ProviderChoice } from "../system/choose-desktops.ts";
import { buildDashboard, dashboardIsBuilt } from "../system/dashboard-build.ts";
import { untilInterrupted } from "../system/interrupt.ts";
import { startSystem } from "../system/start-system.ts";
import { banner } from "./banner.ts";
import { DEFAULT_PORT, DEFAULT_WORKER_PORT, providerOption, wholeNumber } from "./options.ts";

interface StartOptions {
  port: number;
  host: string;
  desktops: number;
  warm: number;
  data: string;
  database?: string;
  image?: string;
  provider: ProviderChoice;
  trainers: number;
  worker: boolean;
  workerHost?: string;
  workerPort?: number;
  dashboard: boolean;
}

/** `deskrl start`, which is `npm start`: the whole system on this machine, until Ctrl-C. */
export function startCommand(): Command {
  return new Command("start")
    .description("start PostgreSQL, control plane, worker and dashboard on this machine (this is npm start)")
    .option("--port <n>", "port of the dashboard and the API", wholeNumber(0, 65_535), DEFAULT_PORT)
    .option(
      "--host <address>",
      "address to listen on; anything but loopback needs DESKRL_ALLOW_PUBLIC=true",
      "127.0.0.1",
    )
    .option(
      "--worker-host <address>",
      "address on which workers of other machines may join, under TLS, such as 0.0.0.0 (default: as --host)",
    )
    .option(
      "--worker-port <n>",
      "port for workers; the same at each start once other machines have joined (default: 4401 with --worker-host, else any free one)",
      wholeNumber(1, 65_535),
    )
    .option("--desktops <n>", "desktops to keep running", wholeNumber(0, 1_000), 4)
    .option(
      "--warm <n>",
      "spare clean desktops kept ready, so that a reset is a swap",
      wholeNumber(0, 100),
      2,
    )
    .option("--data <dir>", "folder for the database, pictures, journals and logs", DEFAULT_DATA_DIR)
    .option("--database <url>", "use this PostgreSQL instead of the embedded one")
    .option("--image <name>", "desktop image to use instead of the one built from infra/images/desktop")
    .addOption(providerOption())
    .option("--trainers <n>", "trainers at work at a time; 0 offers no training", wholeNumber(0, 64), 1)
    .option("--no-worker", "no worker on this machine")
    .option("--no-dashboard", "no web pages, the API only")
    .action(async (options: StartOptions) => {
      const printer = createStepPrinter();
      const dataDir = resolve(options.data);
      const prepare: Promise<unknown>[] = [];
      if (options.dashboard && !dashboardIsBuilt()) {
        prepare.push(printer.step("Building the dashboard (first start only)", buildDashboard));
      }
      const [provider] = await Promise.all([
        options.worker ? chooseDesktops(printer, options) : options.provider,
        ...prepare,
      ]);
      const workerPort = options.workerPort ?? (options.workerHost ? DEFAULT_WORKER_PORT : undefined);
      const system = await startSystem({
        ...options,
        ...(workerPort ? { workerPort } : {}),
        dataDir,
        // Told why, the worker names what would help; asked for by name, it has nothing to explain.
        provider: provider === "sim" ? options.provider : provider,
        warmDesktops: options.warm,
        printer,
        onEvent: (name, event) => {
          if (event.kind === "exited" && event.signal !== "SIGTERM" && event.code !== 0) {
            printer.warn(
              `${name} ended unexpectedly (${event.signal ?? `exit ${event.code}`}); starting it again`,
            );
          }
        },
      });
      process.stderr.write(banner(system));
      await untilInterrupted();
      await printer.step("Ending", () => system.stop());
    });
}
