import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { EnvironmentTemplate } from "@deskrl/domain";
import { GUEST_PORT } from "@deskrl/protocol";
import { createGuestHttp } from "../guest/guest-http.ts";
import { probe } from "../guest/wait-ready.ts";

const run = promisify(execFile);
const LABEL = "deskrl.bench=docker-run";
const TOKEN = "bench";

/**
 * What a shell script would do: `docker run -d` of the same image again and again, `concurrency` at a time, each asked
 * for its health as often as the provider asks until it is ready. Returns the milliseconds until all are.
 * The limits are the provider's (memory, shared memory, processors), so that both start the same desktop.
 */
export async function dockerRunLoop(options: {
  template: EnvironmentTemplate;
  count: number;
  concurrency: number;
  firstPort: number;
  signal: AbortSignal;
}): Promise<number> {
  const { count, firstPort, signal } = options;
  const ports = Array.from({ length: count }, (_, index) => firstPort + index);
  await removeAll();
  const startedAt = performance.now();
  try {
    const lanes = Array.from({ length: options.concurrency }, async () => {
      for (let port = ports.shift(); port !== undefined; port = ports.shift()) {
        await dockerRun(options.template, port, signal);
        await untilReady(port, signal);
      }
    });
    await Promise.all(lanes);
    return performance.now() - startedAt;
  } finally {
    await removeAll();
  }
}

async function dockerRun(template: EnvironmentTemplate, port: number, signal: AbortSignal): Promise<void> {
  const args = [
    ...["run", "-d", "--label", LABEL, "-p", `127.0.0.1:${port}:${GUEST_PORT}`],
    ...["-e", `DESKRL_GUEST_TOKEN=${TOKEN}`, "--cap-add", "NET_ADMIN"],
    ...["--memory", `${template.memoryMib}m`, "--cpus", String(template.cpuCores)],
    ...["--shm-size", `${template.shmMib}m`, template.image],
  ];
  await run("docker", args, { signal, timeout: 120_000 });
}

async function untilReady(port: number, signal: AbortSignal): Promise<void> {
  const http = createGuestHttp({ host: "127.0.0.1", port, token: TOKEN }, `port ${port}`);
  try {
    while (!(await probe(http, signal))?.ready) await sleep(25, undefined, { signal });
  } finally {
    http.close();
  }
}

async function removeAll(): Promise<void> {
  const { stdout } = await run("docker", ["ps", "-aq", "--filter", `label=${LABEL}`]);
  const ids = stdout.split("\n").filter(Boolean);
  if (ids.length > 0) await run("docker", ["rm", "-f", "-v", ...ids], { timeout: 300_000 });
}
