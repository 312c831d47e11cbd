import { benchDesktops } from "@deskrl/desktops/bench";

export interface BenchOptions {
  image: string;
  desktops?: number;
  signal: AbortSignal;
  log: (line: string) => void;
}

export interface BenchResult {
  bench: string;
  machine: Record<string, unknown>;
  figures: Record<string, { value: number; unit: string; n: number }>;
}

/** Every bench by its name on the command line. */
export const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<BenchResult>>> = {
  desktops: benchDesktops,
};
