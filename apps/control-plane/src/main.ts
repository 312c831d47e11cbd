import { AppError } from "@deskrl/domain";
import { createContainer } from "./container.ts";
import { startControlPlane } from "./control-plane.ts";
import { readEnv } from "./env.ts";
import { checkBind } from "./start/check-bind.ts";
import { waitForDatabase } from "./start/wait-for-database.ts";

/** Runs the server until it is asked to end. */
async function main(): Promise<void> {
  const env = readEnv();
  const allowPublic = env.DESKRL_ALLOW_PUBLIC === "true";
  checkBind({ host: env.DESKRL_HOST, variable: "DESKRL_HOST", allowPublic });
  const workerHost = env.DESKRL_GRPC_HOST ?? env.DESKRL_HOST;
  // What workers say is under TLS unless that was switched off.
  const workersMayDial = allowPublic || env.DESKRL_GRPC_TLS !== "never";
  checkBind({ host: workerHost, variable: "DESKRL_GRPC_HOST", allowPublic: workersMayDial });
  const container = createContainer(env);
  const { log } = container;
  const ending = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      log.info({ signal }, "ending");
      ending.abort();
    });
  try {
    await waitForDatabase({ ping: () => container.core.db.ping(), log, signal: ending.signal });
    const applied = await container.migrate();
    if (applied.length > 0) log.info({ applied }, "database migrated");
    const controlPlane = await startControlPlane(container.options);
    await new Promise<void>((resolve) => {
      if (ending.signal.aborted) resolve();
      ending.signal.addEventListener("abort", () => resolve());
    });
    await controlPlane.stop();
  } finally {
    await container.core.db.close();
  }
}

main().catch((error: unknown) => {
  if (error instanceof Error && error.name === "AbortError") return;
  const text =
    error instanceof AppError ? error.describe() : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`The control plane cannot run. ${text}\n`);
  process.exitCode = 1;
});
