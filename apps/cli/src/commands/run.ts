import { rm } from "node:fs/promises";
import { AppError, PolicyName, RunSpec } from "@deskrl/domain";
import { Command, InvalidArgumentError } from "commander";
import { type Client, createClient, fromServer } from "../client.ts";
import { createStepPrinter } from "../output/steps.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { chooseDesktops, type ProviderChoice } from "../system/choose-desktops.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { startSystem } from "../system/start-system.ts";
import { findServer, type ServerOptions } from "./connect.ts";
import { allWorkers, findWorker } from "./find-workers.ts";
import { followRun } from "./follow-run.ts";
import { providerOption, wholeNumber } from "./options.ts";
import { explainMissed, printRunSummary, runResult } from "./run-summary.ts";

interface RunOptions extends ServerOptions {
  suite: string;
  policy: PolicyName;
  episodes: number;
  desktops: number;
  maxSteps: number;
  seed: number;
  pace: number;
  tasks?: string[];
  priority?: number;
  workers?: string[];
  labels?: string[];
  template?: string;
  provider: ProviderChoice;
  json?: boolean;
  keep?: boolean;
}

function policyName(text: string): PolicyName {
  const parsed = PolicyName.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`expected one of ${PolicyName.options.join(", ")}, received "${text}".`);
}

/** `deskrl run`: episodes from the terminal, on the running system or on one that lives for this run only. */
export function runCommandLine(): Command {
  return new Command("run")
    .description("run episodes of a suite and print what came of them")
    .requiredOption("--suite <name>", "task suite, such as office-basics")
    .option("--policy <name>", `what acts: ${PolicyName.options.join(", ")}`, policyName, "oracle")
    .option("--episodes <n>", "planned episodes; tasks are taken in turn", wholeNumber(1, 1_000_000), 40)
    .option("--desktops <n>", "desktops at work at a time", wholeNumber(1, 1_000), 4)
    .option("--max-steps <n>", "steps an episode may take", wholeNumber(1, 1_000), 30)
    .option("--seed <n>", "seed of the policy's choices", wholeNumber(0, 2 ** 31), 0)
    .option("--pace <ms>", "least time a decision takes, so that one can follow", wholeNumber(0, 600_000), 0)
    .option("--tasks <id...>", "only these tasks (ids or applications)")
    .option("--priority <n>", "its weight when desktops are short", wholeNumber(1, 10))
    .option("--workers <name...>", "only on these workers (names or ids)")
    .option("--labels <label...>", "only on workers with one of these labels")
    .option("--template <name>", "kind of desktop its episodes need")
    .addOption(providerOption())
    .option("--server <url>", "control plane to run on; the one on the data folder when left out")
    .option("--token <token>", "API token for it")
    .option("--data <dir>", "data folder of a system on this machine", DEFAULT_DATA_DIR)
    .option(
      "--keep",
      "when no system runs: keep the data of this one in --data instead of a temporary folder",
    )
    .option("--json", "print one JSON line at the end: episodes, succeeded, failed, invalid")
    .action(async (options: RunOptions) => {
      const server = await findServer(options);
      if (server) return execute(options, server);
      await withTemporarySystem(options, (own) => execute(options, own));
    });
}

async function withTemporarySystem(
  options: RunOptions,
  work: (server: { url: string; token: string }) => Promise<void>,
): Promise<void> {
  const printer = createStepPrinter({ quiet: options.json === true });
  const provider = await chooseDesktops(printer, options);
  const scratch = options.keep ? null : await scratchDataDir("run");
  const system = await startSystem({
    dataDir: scratch ?? options.data,
    port: 0,
    desktops: options.desktops,
    provider,
    warmDesktops: Math.max(1, Math.ceil(options.desktops / 2)),
    dashboard: false,
    printer,
  });
  const interrupted = async () => {
    await system.stop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
    process.exit(130);
  };
  process.once("SIGINT", interrupted);
  process.once("SIGTERM", interrupted);
  try {
    await work({ url: system.url, token: system.operatorToken });
  } finally {
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", interrupted);
    await system.stop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  }
}

async function idsOf(client: Client, names: readonly string[]): Promise<string[]> {
  const workers = await allWorkers(client).catch((error) => {
    throw fromServer(error);
  });
  return names.map((name) => findWorker(workers, name).id);
}

async function execute(options: RunOptions, server: { url: string; token: string }): Promise<void> {
  const client = createClient(server);
  const spec = RunSpec.parse({
    suite: options.suite,
    policy: options.policy,
    episodes: options.episodes,
    desktops: options.desktops,
    maxSteps: options.maxSteps,
    seed: options.seed,
    paceMs: options.pace,
    tasks: options.tasks ?? [],
    priority: options.priority,
    workers: options.workers && (await idsOf(client, options.workers)),
    labels: options.labels,
    template: options.template,
  });
  try {
    const { id } = await client.run.create.mutate(spec);
    const run = await followRun(client, id, { quiet: options.json === true });
    if (options.json) {
      await explainMissed(client, run);
      process.stdout.write(`${JSON.stringify(runResult(run))}\n`);
    } else await printRunSummary(client, run);
    if (run.state !== "finished") {
      throw new AppError("cancelled", `The run ended as ${run.state}`, {
        ...(run.stateReason ? { where: run.stateReason } : {}),
      });
    }
  } catch (error) {
    throw fromServer(error);
  }
}
