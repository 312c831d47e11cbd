import { type EnvironmentTemplate, newId } from "@deskrl/domain";
import { removeAbandoned } from "../docker/abandoned.ts";
import { createDockerProvider, type DockerProviderOptions } from "../docker/docker-provider.ts";
import type { EnvironmentProvider } from "../types.ts";

export interface BenchContext {
  template: EnvironmentTemplate;
  /** Folder for the provider's records. */
  stateDir: string;
  signal: AbortSignal;
  log: (line: string) => void;
}

export type ProviderTuning = Pick<DockerProviderOptions, "warm" | "startConcurrency">;

/** Owners of benches start like this, so that what a killed one left behind is removed by the next. */
export const BENCH_OWNER_PREFIX = "bench-";

/** Runs `fn` with a provider of its own, whose desktops are all gone afterwards. */
export async function withBenchProvider<T>(
  { template, stateDir }: BenchContext,
  tuning: ProviderTuning,
  fn: (provider: EnvironmentProvider) => Promise<T>,
): Promise<T> {
  await removeAbandoned({ ownerPrefix: BENCH_OWNER_PREFIX });
  const provider = createDockerProvider({
    ownerId: `${BENCH_OWNER_PREFIX}${process.pid}`,
    stateDir,
    template,
    ...tuning,
  });
  try {
    await provider.reconcile({ keep: [] });
    return await fn(provider);
  } finally {
    await provider.close({ destroyAll: true });
  }
}

export function newEnvironmentIds(count: number): string[] {
  return Array.from({ length: count }, () => newId("environment"));
}
