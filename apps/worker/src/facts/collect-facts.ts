import { statfs } from "node:fs/promises";
import { availableParallelism, hostname, totalmem } from "node:os";
import type { EnvironmentProvider } from "@deskrl/desktops";
import type { WorkerFacts } from "@deskrl/domain";

const MIB = 1024 * 1024;
const CHECK_TIMEOUT_MS = 10_000;

/** Measures this machine and asks the provider whether it can make desktops. Never throws for a missing engine. */
export async function collectFacts(options: {
  provider: EnvironmentProvider;
  dataDir: string;
  simulatedFor: WorkerFacts["simulatedFor"] | null;
  trainers: number;
  signal: AbortSignal;
}): Promise<WorkerFacts> {
  const { provider, dataDir, simulatedFor, trainers } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  const [readiness, disk] = await Promise.all([
    provider.check({ signal }),
    statfs(dataDir).catch(() => null),
  ]);
  return {
    hostname: hostname(),
    cores: availableParallelism(),
    memoryMib: Math.floor(totalmem() / MIB),
    diskFreeMib: disk === null ? null : Math.floor((disk.bavail * disk.bsize) / MIB),
    provider: provider.name,
    engineProblem: readiness.ready ? null : readiness.problem,
    engineVersion: readiness.version,
    ...(simulatedFor ? { simulatedFor } : {}),
    trainers,
  };
}
