import { cpus, loadavg, release, totalmem } from "node:os";

export interface Figure {
  value: number;
  unit: string;
  /** How many measurements it stands on. */
  n: number;
}

export type Figures = Record<string, Figure>;

export interface BenchReport {
  bench: string;
  machine: Record<string, string | number>;
  figures: Figures;
}

/** The value below which the share of the sorted samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function figure(value: number, unit: string, n: number): Figure {
  return { value: Math.round(value * 1000) / 1000, unit, n };
}

/** What the figures were taken on. The load before the run says how much else the machine had to do. */
export function machineFacts(engineVersion?: string): Record<string, string | number> {
  return {
    kernel: release(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryMib: Math.round(totalmem() / 1024 / 1024),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    node: process.version,
    ...(engineVersion === undefined ? {} : { dockerEngine: engineVersion }),
  };
}
