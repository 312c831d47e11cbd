import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { type BenchReport, figure, machineFacts, withBenchProvider } from "@deskrl/desktops/bench";
import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, type EpisodeResult } from "@deskrl/domain";
import { generateTasks } from "@deskrl/tasks/generator";
import { LABEL } from "./learning/options.ts";
import { type PlayTasksOptions, playTasks } from "./transfer/play-tasks.ts";
import { trainOnSim } from "./transfer/train-on-sim.ts";

/** Held-out tasks that both kinds of desktop can show. */
const TASKS = 40;
const DESKTOPS = 3;

export interface SimToRealOptions {
  image: string;
  desktops?: number;
  firstSeed: number;
  signal: AbortSignal;
  log: (line: string) => void;
}

/**
 * The policy that learnt on simulated desktops, on real ones: held-out tasks (new parameters) that both support, the
 * same on both, without further training, sampled at temperature 1.
 */
export async function benchSimToReal(options: SimToRealOptions): Promise<BenchReport> {
  const { image, desktops = DESKTOPS, firstSeed: seed, signal, log } = options;
  const machine = machineFacts();
  const template = EnvironmentTemplate.parse({ name: "bench", provider: "docker", image });
  const stateDir = await mkdtemp(join(tmpdir(), "deskrl-bench-"));
  try {
    log(`training on simulated desktops, seed ${seed}`);
    const policy = await trainOnSim({ seed, signal, log });
    const shared: Omit<PlayTasksOptions, "provider" | "template" | "target"> = {
      tasks: generateTasks({ seed, count: TASKS, split: "params", provider: "docker" }),
      policy,
      desktops,
      seed,
      pictures: createFilesystemBlobStore({ root: join(stateDir, "blobs") }),
      signal,
      log,
    };
    log(`${TASKS} held-out tasks on simulated desktops`);
    const provider = createSimProvider({ ownerId: "bench" });
    const simulated = await playTasks({
      ...shared,
      provider,
      template: { ...template, provider: "sim" },
      target: "sim",
    });
    await provider.close({ destroyAll: true });
    log(`the same on real desktops, ${desktops} at a time`);
    const context = { template, stateDir, signal, log };
    const real = await withBenchProvider(context, { warm: 1 }, (docker) =>
      playTasks({ ...shared, provider: docker, template, target: "docker" }),
    );
    const figures = {
      ...summarise("sim", simulated),
      ...summarise("real", real),
      same_verdict_share: figure(sameVerdict(simulated, real), "share", TASKS),
    };
    return { bench: "sim-to-real", machine, figures, ...{ label: LABEL, seed } };
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** Success among the judged; what the machinery broke is counted beside it. */
function summarise(where: string, results: readonly EpisodeResult[]) {
  const judged = results.filter(({ verdict }) => verdict !== "invalid");
  const succeeded = judged.filter(({ verdict }) => verdict === "succeeded").length;
  return {
    [`success_${where}_percent`]: figure((100 * succeeded) / Math.max(1, judged.length), "%", judged.length),
    [`invalid_${where}`]: figure(results.length - judged.length, "episodes", results.length),
  };
}

function sameVerdict(one: readonly EpisodeResult[], other: readonly EpisodeResult[]): number {
  return one.filter((result, index) => result.verdict === other[index]?.verdict).length / one.length;
}
