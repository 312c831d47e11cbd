import { setTimeout as sleep } from "node:timers/promises";
import { BENCH_OWNER_PREFIX, type BenchContext, newEnvironmentIds, withBenchProvider } from "./context.ts";
import { dockerRunLoop } from "./docker-run-loop.ts";
import { type Figures, figure } from "./figures.ts";
import { memoryPerDesktop } from "./memory.ts";

/** Ports of the plain loop, away from the provider's. */
const LOOP_PORT = 20_000;
/** For the engine to finish what the removal of many containers leaves it to do. */
const QUIET_MS = 5_000;

/**
 * The time until `count` desktops are ready, through the provider and by a plain `docker run` loop, in one run. Both
 * have `concurrency` starts under way at a time, a start ending when its desktop is ready, and both ask every 25 ms.
 */
export async function benchReady(
  context: BenchContext,
  { count, concurrency }: { count: number; concurrency: number },
): Promise<Figures> {
  const { template, signal, log } = context;
  log(`plain docker run of ${count} desktops, ${concurrency} at a time`);
  const loopMs = await dockerRunLoop({ template, count, concurrency, firstPort: LOOP_PORT, signal });
  log(`  ${Math.round(loopMs)} ms`);
  await sleep(QUIET_MS, undefined, { signal });

  log(`the same ${count} through the provider`);
  const tuning = { warm: 0, startConcurrency: concurrency };
  const { providerMs, memory } = await withBenchProvider(context, tuning, async (provider) => {
    const startedAt = performance.now();
    const ids = newEnvironmentIds(count);
    await Promise.all(ids.map((environmentId) => provider.ensure({ environmentId, template }, { signal })));
    const elapsedMs = performance.now() - startedAt;
    log(`  ${Math.round(elapsedMs)} ms`);
    return { providerMs: elapsedMs, memory: await memoryPerDesktop(`${BENCH_OWNER_PREFIX}${process.pid}`) };
  });
  await sleep(QUIET_MS, undefined, { signal });
  return {
    ready_ratio_vs_docker_run: figure(providerMs / loopMs, "ratio", count),
    ready_seconds: figure(providerMs / 1000, "s", count),
    docker_run_seconds: figure(loopMs / 1000, "s", count),
    memory_mib_per_desktop: figure(memory, "MiB (cgroup anonymous + shared memory, idle)", count),
  };
}
