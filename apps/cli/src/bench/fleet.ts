import { setTimeout as sleep } from "node:timers/promises";
import { type BenchReport, type Figures, figure, machineFacts, percentile } from "@deskrl/desktops/bench";
import { coresBetween, usageOf } from "./fleet/process-usage.ts";
import { type SimFleet, startSimFleet } from "./fleet/sim-fleet.ts";
import { type WallWatcher, watchWall } from "./fleet/wall-watcher.ts";

const STAGES = [500, 1_000, 2_000, 5_000];
/** Long enough for every agent of a stage to have begun. */
const SETTLE_MS = 70_000;
const MEASURE_MS = 60_000;
/** Of every desktop, an agent on each. A step costs the workers too, whose cost is told apart: they share this machine. */
const PACE_MS = 60_000;

/**
 * Simulated desktops with an agent on each, over several worker processes under one control plane, in stages of growing
 * size: how late a browser hears of a change, and what the control plane needs for it.
 */
export async function benchFleet(options: {
  desktops?: number;
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { desktops = 5_000, log, signal } = options;
  const machine = machineFacts();
  const stages = [...STAGES.filter((stage) => stage < desktops), desktops];
  const fleet = await startSimFleet({ name: "fleet", dashboard: false });
  const figures: Figures = {};
  let moving = 0;
  try {
    for (const stage of stages) {
      const seconds = await fleet.grow(stage, signal);
      log(`${stage} desktops up after ${seconds.toFixed(1)} s`);
      await fleet.move({ desktops: stage - moving, paceMs: PACE_MS });
      moving = stage;
      const measured = await measure(fleet, stage, signal);
      log(`  ${measured.line}`);
      Object.assign(figures, measured.figures, {
        [`start_seconds_to_${stage}`]: figure(seconds, "s", stage),
      });
    }
    return { bench: "fleet", machine, figures };
  } finally {
    await fleet.stop();
  }
}

async function measure(
  fleet: SimFleet,
  stage: number,
  signal: AbortSignal,
): Promise<{ figures: Figures; line: string }> {
  const { system, db } = fleet;
  const watcher: WallWatcher = await watchWall({ url: system.url, token: system.operatorToken });
  try {
    const wait = (ms: number) => sleep(ms, undefined, { signal });
    await wait(SETTLE_MS);
    watcher.takeDelays();
    watcher.takeTraffic();
    const controlPlane = () => usageOf([system.processes.controlPlane.pid]);
    const workers = () => usageOf(fleet.workerPids());
    const [before, workersBefore, stepsBefore] = [controlPlane(), workers(), await db.prisma.step.count()];
    await wait(MEASURE_MS);
    const [after, workersAfter] = [controlPlane(), workers()];
    const steps = (await db.prisma.step.count()) - stepsBefore;
    const delays = watcher.takeDelays();
    const { bytes } = watcher.takeTraffic();
    const live = await db.prisma.environment.count({
      where: {
        state: { in: ["ready", "leased", "resetting"] },
        worker: { heartbeatAt: { gte: new Date(Date.now() - 10_000) } },
      },
    });
    const seconds = (after.atMs - before.atMs) / 1_000;
    const cores = coresBetween(before, after);
    const p95 = percentile(delays, 0.95);
    const perThousand = (value: number) => (1_000 * value) / stage;
    return {
      line: `${live} live, ${(steps / seconds).toFixed(0)} steps a second, change to browser p95 ${p95.toFixed(0)} ms, control plane ${cores.toFixed(2)} cores, ${after.memoryMib.toFixed(0)} MiB`,
      figures: {
        // Those of the largest stage are the last to be written, and stand.
        desktops: figure(live, "live", stage),
        event_to_browser_ms_p50: figure(percentile(delays, 0.5), "ms", delays.length),
        event_to_browser_ms_p95: figure(p95, "ms", delays.length),
        [`event_to_browser_ms_p95_at_${stage}`]: figure(p95, "ms", delays.length),
        [`steps_per_second_at_${stage}`]: figure(steps / seconds, "a second", steps),
        [`control_plane_cores_at_${stage}`]: figure(cores, "cores", stage),
        [`control_plane_cores_per_1000_at_${stage}`]: figure(perThousand(cores), "cores", stage),
        [`control_plane_mib_at_${stage}`]: figure(after.memoryMib, "MiB", stage),
        [`control_plane_mib_per_1000_at_${stage}`]: figure(perThousand(after.memoryMib), "MiB", stage),
        [`worker_cores_at_${stage}`]: figure(coresBetween(workersBefore, workersAfter), "cores", stage),
        [`worker_mib_per_desktop_at_${stage}`]: figure(workersAfter.memoryMib / stage, "MiB", stage),
        [`browser_kib_per_second_at_${stage}`]: figure(bytes / 1024 / seconds, "KiB a second", stage),
      },
    };
  } finally {
    watcher.close();
  }
}
