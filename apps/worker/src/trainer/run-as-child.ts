import { Worker } from "node:worker_threads";
import { serveTrainer } from "./serve-trainer.ts";
import type { TrainingBackend } from "./training-backend.ts";

/**
 * Makes this process a trainer: commands on its standard input, messages on its standard output, log text on standard
 * error. It ends when the job has, or when the worker is gone.
 */
export async function runAsChild(backend: TrainingBackend): Promise<void> {
  // A line that some library prints must not stand between two messages.
  console.log = console.error;
  process.stdout.on("error", () => process.exit(1));
  process.stdin.on("end", endSoon);
  endWithParent();
  await serveTrainer({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    log: (line) => void process.stderr.write(`${line}\n`),
    backend,
  });
  // What was said is in the pipe before the process ends.
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  process.exit(0);
}

/** Time for the unit of work at hand; without its worker nobody wants its result. */
const END_MS = 1_000;

function endSoon(): void {
  setTimeout(() => process.exit(0), END_MS);
}

/** The end of standard input is seen only between two units of work; this is seen in the midst of one too. */
function endWithParent(): void {
  new Worker(new URL("./watch-parent.mjs", import.meta.url), { execArgv: [] }).unref();
}
