import { setTimeout as sleep } from "node:timers/promises";
import type { ChaosSystem } from "./chaos-system.ts";
import { compareSteps } from "./compare-steps.ts";
import { ownedContainers, removeContainers } from "./containers.ts";
import type { Inflicted } from "./inflict.ts";
import { type Recorded, readRecorded } from "./read-recorded.ts";
import { readWorkerSteps } from "./read-worker-steps.ts";
import type { Workload } from "./workload.ts";

export interface ChaosAudit {
  seed: number;
  minutes: number;
  /** How often each fault came. */
  faults: Record<string, number>;
  /** Why there were no real desktops; null when there were. */
  withoutEngine: string | null;
  runs: number;
  trainings: number;
  phasesRestarted: number;
  /** By verdict and cause. */
  episodes: Record<string, number>;
  stepsWritten: number;
  stepsStored: number;
  /** What does not hold, in words; empty when all is well. */
  broken: string[];
}

/** What is on its way when the last run ends has this long to settle: a lease's time and the reaper's turn. */
const SETTLE_MS = 60_000;

/** Compares what workers wrote with what is stored, checks every promise, and looks for what was left behind. */
export async function auditChaos(options: {
  system: ChaosSystem;
  options: { seed: number; minutes: number };
  faults: readonly Inflicted[];
  load: Workload;
  /** Why not everything came to its end. */
  unended: string | null;
}): Promise<ChaosAudit> {
  const { system, faults, load, unended } = options;
  const look = async () => {
    const recorded = await readRecorded(system.postgres.url);
    const written = (
      await Promise.all(system.workers.map(({ layout }) => readWorkerSteps(layout.worker)))
    ).flat();
    const strangers = await containersWithoutRow(system, recorded);
    const broken = [...recorded.broken, ...compareSteps(written, recorded.actions), ...strangers];
    return { recorded, written, broken };
  };
  const deadline = performance.now() + SETTLE_MS;
  let seen = await look();
  while (seen.broken.length > 0 && performance.now() < deadline) {
    await sleep(2_000);
    seen = await look();
  }
  const broken = [...(unended ? [unended] : []), ...seen.broken];
  if (faults.length === 0) broken.push("nothing was broken, so nothing was proved");
  if (seen.written.length === 0) broken.push("no worker wrote a step, so nothing could be compared");
  await system.stop();
  broken.push(...(await leftBehind(system, seen.recorded)));
  const counted = new Map<string, number>();
  for (const { name } of faults) counted.set(name, (counted.get(name) ?? 0) + 1);
  return {
    ...options.options,
    faults: Object.fromEntries([...counted].sort()),
    withoutEngine: system.withoutEngine,
    runs: load.runIds.length,
    trainings: load.trainingIds.length,
    phasesRestarted: load.phasesRestarted,
    episodes: seen.recorded.episodes,
    stepsWritten: new Set(seen.written.map(({ key }) => key)).size,
    stepsStored: seen.recorded.actions.size,
    broken,
  };
}

async function containersWithoutRow(system: ChaosSystem, recorded: Recorded): Promise<string[]> {
  if (system.withoutEngine !== null) return [];
  const containers = await ownedContainers(recorded.workerIds);
  const strangers = containers.filter(
    ({ environmentId }) => !environmentId.startsWith("warm") && !recorded.environmentIds.has(environmentId),
  );
  return strangers.map(({ name }) => `every container has a row: not ${name}`);
}

/** Containers that outlived the system; they are removed here, so that the finding is all that stays. */
async function leftBehind(system: ChaosSystem, recorded: Recorded): Promise<string[]> {
  if (system.withoutEngine !== null) return [];
  const names = (await ownedContainers(recorded.workerIds)).map(({ name }) => name);
  await removeContainers(names);
  return names.map((name) => `nothing is left behind: not ${name}`);
}
