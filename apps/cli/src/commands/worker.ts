import { resolve } from "node:path";
import { AppError } from "@deskrl/domain";
import { formatJoinAddress, parseFingerprint, parseJoinAddress } from "@deskrl/protocol";
import { Command } from "commander";
import { createStepPrinter } from "../output/steps.ts";
import { dataLayout, ROOT } from "../paths.ts";
import { chooseDesktops, type ProviderChoice } from "../system/choose-desktops.ts";
import { readToken } from "../system/credentials.ts";
import { type Joined, readJoined } from "../system/joined-file.ts";
import { runJoinedWorker } from "../system/run-joined-worker.ts";
import { providerOption, wholeNumber } from "./options.ts";
import { workerActs } from "./worker-acts.ts";

interface WorkerOptions {
  join?: string;
  fingerprint?: string;
  token?: string;
  name?: string;
  desktops: number;
  warm: number;
  data: string;
  image?: string;
  provider: ProviderChoice;
  trainers: number;
  labels?: string[];
}

/**
 * `deskrl worker`, which is `npm run worker`: a worker of its own, joined to a control plane that runs elsewhere; and what
 * can be done with the workers of a control plane.
 */
export function workerCommand(): Command {
  const command = new Command("worker")
    .enablePositionalOptions()
    .description("run a worker that joins a control plane; without --join the one it joined before")
    .option("--join <address>", "address from the Workers page, such as https://10.0.0.5:4401#sha256:…")
    .option("--fingerprint <sha256>", "certificate to find there, when the address does not carry it")
    .option("--token <token>", "worker token from the Workers page")
    .option("--name <name>", "how the dashboard calls it (default: the machine's name)")
    .option("--desktops <n>", "desktops to offer", wholeNumber(0, 1_000), 4)
    .option("--warm <n>", "spare clean desktops kept ready", wholeNumber(0, 100), 2)
    .option("--data <dir>", "folder for its id, journal and log", resolve(ROOT, ".deskrl-worker"))
    .option("--image <name>", "desktop image")
    .addOption(providerOption())
    .option("--trainers <n>", "trainers at work at a time; 0 offers no training", wholeNumber(0, 64), 1)
    .option("--labels <label...>", "words that runs can be pinned to, such as gpu rack-2")
    .action(async (options: WorkerOptions, command: Command) => {
      const printer = createStepPrinter();
      const layout = dataLayout(resolve(options.data));
      const remembered = await readJoined(layout.joined);
      const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
      const settings = await settle(options, { remembered, isGiven, tokenFile: layout.workerToken });
      await chooseDesktops(printer, settings);
      await runJoinedWorker({ settings, layout, printer });
    });
  for (const act of workerActs()) command.addCommand(act);
  return command;
}

/** What was given now, over what was given before. */
async function settle(
  options: WorkerOptions,
  from: { remembered: Joined | null; isGiven: (name: string) => boolean; tokenFile: string },
): Promise<Joined> {
  const { remembered, isGiven, tokenFile } = from;
  const { join, fingerprint, token, data: _, ...rest } = options;
  if (!join && !remembered) throw joinedNothing(options.data);
  const given = Object.fromEntries(Object.entries(rest).filter(([name]) => isGiven(name)));
  const address = parseJoinAddress(join ?? remembered?.join ?? "");
  if (fingerprint) address.fingerprint = parseFingerprint(fingerprint);
  const text = formatJoinAddress(address);
  const known = token ?? (join ? undefined : remembered?.token);
  return { ...rest, ...remembered, ...given, join: text, token: known ?? (await readToken(tokenFile)) };
}

function joinedNothing(data: string): AppError {
  return new AppError("invalid_input", "This worker has not joined a control plane yet", {
    where: resolve(data),
    fix: "copy the command from Workers → Add a worker in the dashboard: npm run worker -- --join ADDRESS --token TOKEN",
  });
}
