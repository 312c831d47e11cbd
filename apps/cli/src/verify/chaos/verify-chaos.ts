import { rm } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import { createStepPrinter, type StepPrinter } from "../../output/steps.ts";
import { scratchDataDir } from "../../system/scratch-data-dir.ts";
import { createRandom } from "../random.ts";
import { auditChaos } from "./audit-chaos.ts";
import { type ChaosSystem, startChaosSystem } from "./chaos-system.ts";
import { faultsOf } from "./faults.ts";
import { type Inflicted, inflictFaults } from "./inflict.ts";
import { printAudit } from "./print-audit.ts";
import { keepBusy, letComplete, type Workload } from "./workload.ts";

export interface VerifyChaosOptions {
  minutes: number;
  seed: number;
  /** Of each simulated worker. */
  desktops: number;
  /** Real desktops as well. */
  real: boolean;
  /** Keep the data folder, with the logs. */
  keep?: boolean;
  json?: boolean;
}

/** Short, so that leases run out within the faults. */
const LEASE_TTL_SECONDS = 8;
/** How long what was begun may take to its end once everything is mended. */
const COMPLETION_MS = 8 * 60_000;

/**
 * Breaks a system of its own at random while it evaluates and trains, mends it, lets everything come to its end, and
 * audits what is left.
 * @throws AppError `internal` when a promise is broken, with every broken one named
 */
export async function verifyChaos(options: VerifyChaosOptions): Promise<void> {
  const printer = createStepPrinter({ quiet: options.json === true });
  const dataDir = await scratchDataDir("chaos");
  let clean = false;
  let system: ChaosSystem | null = null;
  try {
    system = await startChaosSystem({ ...options, dataDir, leaseTtlSeconds: LEASE_TTL_SECONDS, printer });
    if (system.withoutEngine) printer.note(`Simulated desktops only: ${system.withoutEngine}`);
    const { faults, load } = await printer.step("Breaking", (say) => breakWhileBusy(options, system, say));
    const unended = await complete(system, load, printer);
    const audit = await printer.step("Auditing", () =>
      auditChaos({ system: running(system), options, faults, load, unended }),
    );
    clean = audit.broken.length === 0;
    printAudit(audit, options);
  } finally {
    await system?.stop();
    if (clean || !options.keep) await rm(dataDir, { recursive: true, force: true });
    else printer.warn(`The logs are in ${dataDir}`);
  }
}

function running(system: ChaosSystem | null): ChaosSystem {
  if (system) return system;
  throw new AppError("internal", "The system has not started");
}

async function breakWhileBusy(
  options: VerifyChaosOptions,
  started: ChaosSystem | null,
  say: (text: string) => void,
): Promise<{ faults: Inflicted[]; load: Workload }> {
  const system = running(started);
  const over = new AbortController();
  const busy = keepBusy({ client: system.client, desktops: 2 * options.desktops + 1, signal: over.signal });
  try {
    const faults = await inflictFaults({
      faults: faultsOf(system),
      durationMs: options.minutes * 60_000,
      random: (lane) => createRandom(options.seed * 1_000 + lane),
      onFault: ({ atMs, name }) => say(`${Math.round(atMs / 1_000)} s, ${name}`),
    });
    return { faults, load: await stopped(busy, over) };
  } finally {
    over.abort();
  }
}

async function stopped(busy: Promise<Workload>, over: AbortController): Promise<Workload> {
  over.abort();
  return busy;
}

/** @returns why not everything came to its end, or null */
async function complete(
  started: ChaosSystem | null,
  load: Workload,
  printer: StepPrinter,
): Promise<string | null> {
  const { client } = running(started);
  try {
    await printer.step("Letting everything come to its end", (say) =>
      letComplete({ client, load, timeoutMs: COMPLETION_MS, say }),
    );
    return null;
  } catch (error) {
    return AppError.from(error).message;
  }
}
