import { estimateCapacity, type WorkerDesiredState } from "@deskrl/domain";
import { Command } from "commander";
import pc from "picocolors";
import { fromServer } from "../client.ts";
import { renderTable } from "../output/table.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { connect, type ServerOptions } from "./connect.ts";
import { allWorkers, findWorker, type WorkerItem } from "./find-workers.ts";

type Options = ServerOptions & { json?: boolean };

const ACTS = {
  cordon: { state: "cordoned", about: "give it nothing new; what is on it goes on" },
  uncordon: { state: "active", about: "let it work again, also after a drain" },
  drain: { state: "drained", about: "give it nothing new, and stop its desktops as they come free" },
} as const satisfies Record<string, { state: WorkerDesiredState; about: string }>;

/** `deskrl worker list|cordon|uncordon|drain|remove`: what the Workers page does, from a terminal. */
export function workerActs(): Command[] {
  const list = withServer(new Command("list"))
    .description("the workers, what they hold and what is wrong with them")
    .action(async (options: Options) => {
      const { client } = await connect(options);
      const workers = await allWorkers(client).catch(rethrow);
      if (options.json) return print(JSON.stringify(workers));
      print(workers.length === 0 ? "No worker has joined yet." : describe(workers));
    });
  const acts = Object.entries(ACTS).map(([verb, { state, about }]) =>
    withServer(new Command(verb))
      .description(about)
      .argument("<name>", "its name or id")
      .action(async (name: string, options: Options) => {
        const { client } = await connect(options);
        const { id } = findWorker(await allWorkers(client).catch(rethrow), name);
        await client.worker.setState.mutate({ id, state }).catch(rethrow);
        const after = findWorker(await allWorkers(client).catch(rethrow), id);
        print(options.json ? JSON.stringify(after) : describe([after]));
      }),
  );
  const remove = withServer(new Command("remove"))
    .description("take a drained or lost worker off the list; what it recorded stays")
    .argument("<name>", "its name or id")
    .option("--revoke-token", "also end the token it joined with, unless another worker has it too")
    .action(
      async (name: string, { revokeToken = false, ...options }: Options & { revokeToken?: boolean }) => {
        const { client } = await connect(options);
        const worker = findWorker(await allWorkers(client).catch(rethrow), name);
        const result = await client.worker.remove.mutate({ id: worker.id, revokeToken }).catch(rethrow);
        if (options.json) return print(JSON.stringify({ id: worker.id, name: worker.name, ...result }));
        print(`Removed ${worker.name}.${result.tokenRevoked ? " Its token is revoked." : ""}`);
      },
    );
  return [list, ...acts, remove];
}

function withServer(command: Command): Command {
  return command
    .option("--server <url>", "control plane to ask; the one on the data folder when left out")
    .option("--token <token>", "API token for it")
    .option("--data <dir>", "data folder of a system on this machine", DEFAULT_DATA_DIR)
    .option("--json", "print JSON");
}

function rethrow(error: unknown): never {
  throw fromServer(error);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function describe(workers: readonly WorkerItem[]): string {
  const table = renderTable(workers, [
    { header: "name", value: ({ name }) => name, maxWidth: 32 },
    { header: "state", value: stateOf },
    {
      header: "desktops",
      value: (worker) => `${worker.readyDesktops} up of ${worker.desktops}`,
      align: "right",
    },
    { header: "can hold", value: canHold },
    { header: "at work", value: ({ activeEpisodes }) => String(activeEpisodes), align: "right" },
    { header: "trains", value: ({ trainingJobs, facts }) => `${trainingJobs} of ${facts.trainers ?? 0}` },
    { header: "labels", value: ({ facts }) => facts.labels?.join(" ") ?? "", maxWidth: 30 },
    { header: "id", value: ({ id }) => id },
  ]);
  const problems = workers.flatMap(({ name, facts }) =>
    [facts.engineProblem, facts.closedFor].flatMap((problem) =>
      problem ? [pc.yellow(`${name}: ${problem.message}`), `  ${problem.fix}`] : [],
    ),
  );
  return [table, ...problems].join("\n");
}

function stateOf({ state, desiredState, desktopsHeld, activeEpisodes, trainingJobs }: WorkerItem): string {
  if (state === "lost") return pc.red("lost");
  const left = desktopsHeld + activeEpisodes + trainingJobs;
  return desiredState === "drained" ? (left > 0 ? "draining" : "drained") : desiredState;
}

function canHold({ facts }: WorkerItem): string {
  const { desktops, first } = estimateCapacity(facts);
  return desktops === null || !first ? "not known" : `${desktops} (${first.name})`;
}
