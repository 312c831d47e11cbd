import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, EnvironmentTemplate } from "@deskrl/domain";
import { hostFacts } from "../docker/host-facts.ts";
import { createDockerProvider } from "../docker/index.ts";
import { BENCH_OWNER_PREFIX, type BenchContext } from "./context.ts";
import { type BenchReport, type Figures, machineFacts } from "./figures.ts";
import { benchReady } from "./ready.ts";
import { benchReset } from "./reset.ts";
import { benchScreenshot } from "./screenshot.ts";

export type { BenchContext } from "./context.ts";
export { withBenchProvider } from "./context.ts";
export { type BenchReport, type Figure, type Figures, figure, machineFacts, percentile } from "./figures.ts";

export interface BenchDesktopsOptions {
  image: string;
  /** Desktops to bring up at once, fewer where memory does not allow it. Default 100. */
  desktops?: number;
  signal: AbortSignal;
  log: (line: string) => void;
  /** Measurements of other packages on the same desktops; their figures join the report. */
  also?: readonly ((context: BenchContext) => Promise<Figures>)[];
}

/** A desktop is counted with this much, some ten times what an idle one holds, so that the machine never swaps. */
const MEMORY_MIB_EACH = 200;
const MEMORY_MIB_SPARE = 2_048;

/**
 * Measures real desktops on this machine.
 * @throws AppError engine_unavailable, image_missing, no_capacity
 */
export async function benchDesktops(options: BenchDesktopsOptions): Promise<BenchReport> {
  const { image, desktops = 100, signal, log, also = [] } = options;
  const template = EnvironmentTemplate.parse({ name: "bench", provider: "docker", image });
  const stateDir = await mkdtemp(join(tmpdir(), "deskrl-bench-"));
  const context: BenchContext = { template, stateDir, signal, log };
  try {
    const machine = machineFacts(await engineVersion(context));
    const count = Math.min(desktops, await desktopsThatFit());
    if (count < desktops) log(`memory allows ${count} of ${desktops} desktops`);
    const concurrency = availableParallelism() * 2;
    const parts = [
      () => benchReady(context, { count, concurrency }),
      () => benchReset(context, { rounds: 10, episodeMs: 8_000, sustainedMs: 30_000 }),
      () => benchScreenshot(context, { count: 200 }),
      ...also.map((measure) => () => measure(context)),
    ];
    const figures: Figures = {};
    for (const part of parts) Object.assign(figures, await part());
    return { bench: "desktops", machine: { ...machine, startConcurrency: concurrency }, figures };
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function engineVersion({ template, stateDir, signal }: BenchContext): Promise<string> {
  const provider = createDockerProvider({
    ownerId: `${BENCH_OWNER_PREFIX}${process.pid}`,
    stateDir,
    template,
  });
  const { version, problem } = await provider.check({ signal });
  await provider.close();
  if (!problem) return version ?? "unknown";
  const code = problem.code === "image_missing" ? "image_missing" : "engine_unavailable";
  throw new AppError(code, problem.message, { where: "bench desktops", fix: problem.fix });
}

async function desktopsThatFit(): Promise<number> {
  const { memoryFreeMib } = await hostFacts("/");
  const count = Math.floor((memoryFreeMib - MEMORY_MIB_SPARE) / MEMORY_MIB_EACH);
  if (count >= 1) return count;
  throw new AppError("no_capacity", `Only ${memoryFreeMib} MiB of memory are free`, {
    where: "bench desktops",
    fix: "end other programs, then start again",
  });
}
