import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@deskrl/domain";
import type { Desktop, EnvironmentProvider } from "../types.ts";
import { type BenchContext, newEnvironmentIds, withBenchProvider } from "./context.ts";
import { type Figures, figure, percentile } from "./figures.ts";

/** As a worker on a small machine has it: four desktops in use, two kept ready. */
const IN_USE = 4;
const WARM = 2;

/**
 * The time of `provider.reset` as an episode loop sees it. Each of four desktops is worked in for some seconds (a file, a
 * spreadsheet opened and typed into, a picture after each action) and is then reset, `rounds` times over, the four
 * beginning apart as episodes do. Then the rate at which resets can go on without end: each desktop is touched and reset
 * at once, again and again, so that every reset waits for a new desktop to be started.
 */
export async function benchReset(
  context: BenchContext,
  { rounds, episodeMs, sustainedMs }: { rounds: number; episodeMs: number; sustainedMs: number },
): Promise<Figures> {
  const { template, signal, log } = context;
  return withBenchProvider(context, { warm: WARM }, async (provider) => {
    const ids = newEnvironmentIds(IN_USE);
    await Promise.all(ids.map((environmentId) => provider.ensure({ environmentId, template }, { signal })));
    log(`${IN_USE} desktops at work for ${episodeMs} ms between resets, ${rounds} rounds`);
    const times = await Promise.all(
      ids.map(async (id, index) => {
        await sleep((episodeMs / IN_USE) * index, undefined, { signal });
        return episodes(provider, id, { rounds, episodeMs, signal });
      }),
    );
    const samples = times.flat();
    log(`  p50 ${Math.round(percentile(samples, 0.5))} ms, p95 ${Math.round(percentile(samples, 0.95))} ms`);
    log(`resets without pause for ${sustainedMs} ms`);
    const perMinute = await sustained(provider, ids, { sustainedMs, signal });
    log(`  ${Math.round(perMinute)} a minute`);
    return {
      reset_ms_p50: figure(percentile(samples, 0.5), "ms", samples.length),
      reset_ms_p95: figure(percentile(samples, 0.95), "ms", samples.length),
      resets_per_minute_sustained: figure(perMinute, "resets/min", IN_USE),
    };
  });
}

async function episodes(
  provider: EnvironmentProvider,
  environmentId: string,
  { rounds, episodeMs, signal }: { rounds: number; episodeMs: number; signal: AbortSignal },
): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const until = performance.now() + episodeMs;
    await work(provider.get(environmentId));
    await sleep(Math.max(0, until - performance.now()), undefined, { signal });
    const startedAt = performance.now();
    await provider.reset(environmentId, { signal });
    samples.push(performance.now() - startedAt);
  }
  return samples;
}

/** A short episode: what it leaves is what a reset must take away. */
async function work(desktop: Desktop): Promise<void> {
  const id = () => newId("action");
  await desktop.files.write("/home/user/Documents/data.csv", new TextEncoder().encode("a,b\n1,2\n"));
  await desktop.act({ id: id(), kind: "open_app", app: "libreoffice calc" });
  await desktop.screenshot();
  await desktop.act({ id: id(), kind: "click", x: 400, y: 400 });
  await desktop.act({ id: id(), kind: "type", text: "42", enter: true });
  await desktop.screenshot();
}

async function sustained(
  provider: EnvironmentProvider,
  ids: readonly string[],
  { sustainedMs, signal }: { sustainedMs: number; signal: AbortSignal },
): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + sustainedMs;
  let resets = 0;
  await Promise.all(
    ids.map(async (environmentId) => {
      while (performance.now() < until) {
        await provider.get(environmentId).clipboard.write("used");
        await provider.reset(environmentId, { signal });
        resets += 1;
      }
    }),
  );
  return (resets / (performance.now() - startedAt)) * 60_000;
}
