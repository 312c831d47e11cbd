import { type BenchReport, benchDesktops } from "@deskrl/desktops/bench";
import { benchStepOverhead } from "./step-overhead.ts";

export interface BenchOptions {
  image: string;
  desktops?: number;
  signal: AbortSignal;
  log: (line: string) => void;
}

/** Every bench by its name on the command line. */
export const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<BenchReport>>> = {
  desktops: (options) => benchDesktops({ ...options, also: [benchStepOverhead] }),
};
