import { EnvError } from "@deskrl/config";
import { AppError } from "@deskrl/domain";
import { createContainer } from "./container.ts";
import { readEnv } from "./env.ts";
import { REFUSED_EXIT_CODE, RefusedError } from "./gateway/refused-error.ts";
import { runWorker } from "./worker.ts";

/** Ends the worker in order at the first signal, and at once at the second. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort();
    });
  }
  return stop.signal;
}

async function main(): Promise<void> {
  const signal = stopSignal();
  const { parts, lock } = await createContainer(readEnv());
  try {
    await runWorker(parts, signal);
  } finally {
    await lock.release();
  }
}

function describe(error: unknown): string {
  if (error instanceof AppError) return error.describe();
  if (error instanceof RefusedError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`The worker cannot run. ${describe(error)}\n`);
  process.exit(error instanceof RefusedError ? REFUSED_EXIT_CODE : 1);
}
