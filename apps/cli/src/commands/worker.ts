import { resolve } from "node:path";
import { Command } from "commander";
import { createStepPrinter } from "../output/steps.ts";
import { dataLayout, ROOT } from "../paths.ts";
import { chooseDesktops, type ProviderChoice } from "../system/choose-desktops.ts";
import { readToken } from "../system/credentials.ts";
import { untilInterrupted } from "../system/interrupt.ts";
import { workerProcess } from "../system/process-specs.ts";
import { SupervisedProcess } from "../system/supervised-process.ts";
import { providerOption, wholeNumber } from "./options.ts";

interface WorkerOptions {
  join: string;
  token?: string;
  desktops: number;
  warm: number;
  data: string;
  image?: string;
  provider: ProviderChoice;
  trainers: number;
}

/** `deskrl worker`: a worker of its own, joined to a control plane that runs elsewhere. */
export function workerCommand(): Command {
  return new Command("worker")
    .description("run a worker that joins a control plane")
    .requiredOption("--join <address>", "gRPC address of the control plane, such as http://127.0.0.1:4401")
    .option("--token <token>", "worker token; read from the data folder when left out")
    .option("--desktops <n>", "desktops to offer", wholeNumber(0, 1_000), 4)
    .option("--warm <n>", "spare clean desktops kept ready", wholeNumber(0, 100), 2)
    .option("--data <dir>", "folder for its id, journal and log", resolve(ROOT, ".deskrl-worker"))
    .option("--image <name>", "desktop image")
    .addOption(providerOption())
    .option("--trainers <n>", "trainers at work at a time; 0 offers no training", wholeNumber(0, 64), 1)
    .action(async (options: WorkerOptions) => {
      const printer = createStepPrinter();
      const layout = dataLayout(resolve(options.data));
      await chooseDesktops(printer, options);
      const spec = workerProcess({
        ...options,
        dataDir: options.data,
        port: 0,
        dashboard: false,
        warmDesktops: options.warm,
        grpcPort: 0,
        workerToken: options.token ?? (await readToken(layout.workerToken)),
        layout,
      });
      spec.env.DESKRL_CONTROL_PLANE_URL = options.join;
      const worker = new SupervisedProcess(spec, (event) => {
        if (event.kind === "exited" && event.lastLines)
          process.stderr.write(`${event.lastLines.join("\n")}\n`);
      });
      worker.start();
      printer.note(`Worker joins ${options.join}; log in ${spec.logFile}; Ctrl-C ends it`);
      await untilInterrupted();
      await printer.step("Ending", () => worker.stop());
    });
}
