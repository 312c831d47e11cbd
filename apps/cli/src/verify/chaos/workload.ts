import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import type { Client } from "../../client.ts";

export interface Workload {
  runIds: string[];
  trainingIds: string[];
  /** Phases that a person would have had to start again. */
  phasesRestarted: number;
}

const SUITE = "office-basics";
/** Applications that simulated desktops have as well as real ones. */
const TASKS = ["calc"];
const TRAINING = {
  suite: { seed: 5, trainTasks: 24, heldOutTasks: 8 },
  settings: {
    bc: { demonstrations: 12, epochs: 1, chunkBatches: 1, probeTasks: 2, evaluateTasks: 2 },
    rl: { updates: 40, tasks: 3, groupSize: 4, minibatches: 2, evaluateEvery: 10, evaluateTasks: 4 },
  },
};
const OVER = ["finished", "stopped"];
const PHASE_OVER = ["finished", "ended_short", "stopped"];

/** Keeps an evaluation and a training run going until it is told to end; each that is over is followed by another. */
export async function keepBusy(options: {
  client: Client;
  desktops: number;
  signal: AbortSignal;
}): Promise<Workload> {
  const { client, signal } = options;
  const load: Workload = { runIds: [], trainingIds: [], phasesRestarted: 0 };
  while (!signal.aborted) {
    await turn(client, load, options.desktops).catch(() => {
      // The control plane is away: whoever clicks tries again.
    });
    await sleep(500, undefined, { signal }).catch(() => {});
  }
  return load;
}

async function turn(client: Client, load: Workload, desktops: number): Promise<void> {
  if (await isOver(client, load.runIds.at(-1))) {
    const name = `chaos ${load.runIds.length + 1}`;
    const known = await client.run.list.query({ q: name });
    // A click whose answer was lost has made its run all the same.
    const run =
      known.items.find((one) => one.name === name) ??
      (await client.run.create.mutate({
        ...{ name, suite: SUITE, tasks: TASKS, policy: "oracle", episodes: 20, desktops },
        ...{ paceMs: 60, retryBudget: 100_000, seed: load.runIds.length },
      }));
    load.runIds.push(run.id);
  }
  if (await isTrained(client, load.trainingIds.at(-1))) {
    const name = `chaos training ${load.trainingIds.length + 1}`;
    const known = await client.run.list.query({ q: name });
    const run =
      known.items.find((one) => one.name === name) ??
      (await client.training.create.mutate({ ...TRAINING, name, seeds: [load.trainingIds.length + 1] }));
    load.trainingIds.push(run.id);
  }
  await restartFailed(client, load);
}

async function isOver(client: Client, id: string | undefined): Promise<boolean> {
  if (id === undefined) return true;
  return OVER.includes((await client.run.byId.query({ id })).state);
}

/** Of the manual plan, which waits for a person after its RL phase. */
async function isTrained(client: Client, id: string | undefined): Promise<boolean> {
  if (id === undefined) return true;
  const { phases } = await client.training.byId.query({ id });
  return phases.some(({ kind, state }) => kind === "rl" && PHASE_OVER.includes(state));
}

async function restartFailed(client: Client, load: Workload): Promise<void> {
  const id = load.trainingIds.at(-1);
  if (!id) return;
  const { phases } = await client.training.byId.query({ id });
  for (const { id: phaseId, state } of phases) {
    if (state !== "failed") continue;
    await client.training.desirePhase.mutate({ phaseId, state: "running" });
    load.phasesRestarted += 1;
  }
}

/**
 * Lets everything that was begun come to its end.
 * @throws AppError `internal` when it does not
 */
export async function letComplete(options: {
  client: Client;
  load: Workload;
  timeoutMs: number;
  say: (text: string) => void;
}): Promise<void> {
  const { client, load, say } = options;
  const deadline = performance.now() + options.timeoutMs;
  let open = [...load.runIds, ...load.trainingIds];
  const over = (id: string) => (load.runIds.includes(id) ? isOver : isTrained)(client, id).catch(() => false);
  while (open.length > 0) {
    const states = await Promise.all(open.map(async (id) => ({ id, over: await over(id) })));
    open = states.filter((one) => !one.over).map(({ id }) => id);
    await restartFailed(client, load).catch(() => {});
    say(`${open.length} runs go on`);
    if (open.length > 0 && performance.now() > deadline)
      throw new AppError("internal", `${open.join(", ")} did not come to an end once all was mended`, {
        fix: "read the logs in the data folder; the seed repeats the faults",
      });
    if (open.length > 0) await sleep(1_000);
  }
}
