import { availableParallelism, hostname, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { EnvironmentProvider } from "@deskrl/desktops";
import type { DiskFacts, MachineFacts, WorkerFacts } from "@deskrl/domain";
import { judgeDisks } from "./judge-disks.ts";
import { measureDisk } from "./measure-disks.ts";
import { availableMemoryMib, createCpuMeter } from "./measure-load.ts";
import { countBridgePorts, measureMachine } from "./measure-machine.ts";

const MIB = 1024 * 1024;
const CHECK_TIMEOUT_MS = 10_000;
/** The proof of KVM may take seconds on a busy machine; a worker does not wait for it to join. */
const MACHINE_PATIENCE_MS = 2_000;
/** Where the engine keeps images and containers unless it was told otherwise. */
const ENGINE_ROOT = "/var/lib/docker";

export interface CollectFactsOptions {
  provider: EnvironmentProvider;
  dataDir: string;
  simulatedFor: WorkerFacts["simulatedFor"] | null;
  trainers: number;
  signal: AbortSignal;
  /** Words that runs can be pinned to. @default none */
  labels?: readonly string[];
  /** Entries of the journal that are not stored yet. @default not told */
  journalBacklog?: () => number;
  /** @default measured */
  measureMachine?: () => Promise<MachineFacts>;
  /** @default counted */
  countBridgePorts?: () => Promise<number | null>;
  /** @default those of the data folder and of the engine */
  measureDisks?: () => Promise<DiskFacts[]>;
}

/**
 * Measures this machine again and again, and asks the provider whether it can make desktops. What does not change is
 * measured at the first call. Never throws for a missing engine.
 */
export function createFactsCollector(options: CollectFactsOptions): () => Promise<WorkerFacts> {
  const { provider, dataDir, simulatedFor, trainers } = options;
  const cpu = createCpuMeter();
  const disks = options.measureDisks ?? (() => measureDisks(dataDir, provider.name));
  let machine: Promise<MachineFacts> | null = null;
  let closedFor: WorkerFacts["closedFor"];
  return async () => {
    machine ??= (options.measureMachine ?? measureMachine)();
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    const askedAt = performance.now();
    const [{ readiness, latencyMs }, found, memoryAvailableMib, known, bridgePortsLeft] = await Promise.all([
      provider
        .check({ signal })
        .then((answer) => ({ readiness: answer, latencyMs: Math.round(performance.now() - askedAt) })),
      disks(),
      availableMemoryMib(),
      Promise.race([machine, sleep(MACHINE_PATIENCE_MS, undefined, { ref: false })]),
      // Unlike the rest of the machine it changes with every desktop.
      (options.countBridgePorts ?? countBridgePorts)(),
    ]);
    closedFor = judgeDisks(found, closedFor);
    return {
      hostname: hostname(),
      cores: availableParallelism(),
      memoryMib: Math.floor(totalmem() / MIB),
      diskFreeMib: found.find(({ role }) => role === "data")?.freeMib ?? null,
      provider: provider.name,
      engineProblem: readiness.ready ? null : readiness.problem,
      engineVersion: readiness.version,
      ...(simulatedFor ? { simulatedFor } : {}),
      trainers,
      ...(options.labels?.length ? { labels: [...options.labels] } : {}),
      ...(readiness.images ? { images: readiness.images } : {}),
      ...(known ? { machine: { ...known, bridgePortsLeft } } : {}),
      load: {
        cpu: cpu(),
        memoryAvailableMib,
        engineLatencyMs: provider.name === "sim" || !readiness.ready ? null : latencyMs,
      },
      disks: found,
      ...(options.journalBacklog ? { journalBacklog: options.journalBacklog() } : {}),
      ...(closedFor ? { closedFor } : {}),
    };
  };
}

async function measureDisks(dataDir: string, provider: EnvironmentProvider["name"]): Promise<DiskFacts[]> {
  const all = await Promise.all([
    measureDisk("data", dataDir),
    provider === "docker" || provider === "vm" ? measureDisk("engine", ENGINE_ROOT) : null,
  ]);
  return all.filter((disk) => disk !== null);
}
