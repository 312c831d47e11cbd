import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { type BenchReport, figure, machineFacts, percentile } from "@deskrl/desktops/bench";
import { AppError } from "@deskrl/domain";
import { inheritedEnv } from "../env.ts";
import { ROOT } from "../paths.ts";
import { freePort } from "../system/ports.ts";
import { runCommand } from "../system/run-command.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { usageOf } from "./fleet/process-usage.ts";
import { measureView } from "./vnc/measure-view.ts";
import { recordStream } from "./vnc/record-stream.ts";

const ROUNDS = 5;
const TOTAL_BYTES = 512 * 1024 * 1024;
const START_LIMIT_MS = 20_000;
const REPLAY_MAIN = join(ROOT, "apps/cli/src/bench/vnc/replay-main.ts");
const GATEWAY_MAIN = join(ROOT, "apps/control-plane/src/testing/view-gateway-main.ts");

/**
 * The same recorded stream of a screen through our gateway and through websockify, in turn, each a process of its own
 * between the same screen server and the same viewer.
 */
export async function benchVnc(options: {
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { log, signal } = options;
  const machine = machineFacts();
  const folder = await scratchDataDir("vnc");
  const children: ChildProcess[] = [];
  const stream = await recordStream();
  try {
    log(`recorded ${(stream.updates.length / 1024 / 1024).toFixed(0)} MiB; installing websockify`);
    const { command, version } = await installWebsockify(folder, signal);
    const files = { serverInit: join(folder, "server-init"), updates: join(folder, "updates") };
    await writeFile(files.serverInit, stream.serverInit);
    await writeFile(files.updates, stream.updates);
    // Some more than is counted, so that the end of the stream is in no measurement.
    const toSend = String(TOTAL_BYTES + stream.updates.length);
    const screen = await startListener(REPLAY_MAIN, [files.serverInit, files.updates, toSend]);
    children.push(screen.child);
    const theirs = await freePort();
    const websockify = spawn(
      command.file,
      [...command.args, `127.0.0.1:${theirs}`, `127.0.0.1:${screen.port}`],
      { env: { ...inheritedEnv, PYTHONPATH: folder }, stdio: "ignore" },
    );
    children.push(websockify);
    await listening(theirs);
    const gateway = await startListener(GATEWAY_MAIN, [String(screen.port)]);
    children.push(gateway.child);
    const started = [gateway.child, websockify].map(({ pid }) => usageOf([pid]).cpuSeconds);
    const rates: { ours: number[]; websockify: number[] } = { ours: [], websockify: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      signal.throwIfAborted();
      rates.websockify.push(await measureView({ port: theirs, totalBytes: TOTAL_BYTES }));
      rates.ours.push(await measureView({ port: gateway.port, totalBytes: TOTAL_BYTES }));
      log(
        `  round ${round + 1}: gateway ${mib(rates.ours.at(-1) ?? 0).toFixed(0)}, websockify ${mib(rates.websockify.at(-1) ?? 0).toFixed(0)} MiB a second`,
      );
    }
    // Processor time holds where the machine has other things to do as well.
    const [gatewayCpu = Number.NaN, websockifyCpu = Number.NaN] = [gateway.child, websockify].map(
      ({ pid }, index) =>
        (1_000 * (usageOf([pid]).cpuSeconds - (started[index] ?? 0))) / mib(ROUNDS * TOTAL_BYTES),
    );
    const ratios = rates.ours.map((rate, index) => rate / (rates.websockify[index] ?? Number.NaN));
    return {
      bench: "vnc",
      machine: { ...machine, websockify: version },
      figures: {
        throughput_ratio_vs_websockify: figure(percentile(ratios, 0.5), "of websockify", ROUNDS),
        gateway_mib_per_second: figure(mib(percentile(rates.ours, 0.5)), "MiB a second", ROUNDS),
        websockify_mib_per_second: figure(mib(percentile(rates.websockify, 0.5)), "MiB a second", ROUNDS),
        gateway_cpu_ms_per_mib: figure(gatewayCpu, "ms", ROUNDS),
        websockify_cpu_ms_per_mib: figure(websockifyCpu, "ms", ROUNDS),
      },
    };
  } finally {
    for (const child of children) child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

const mib = (bytes: number) => bytes / 1024 / 1024;

/** From its package, into a folder of its own. @throws AppError that says that the comparison cannot be made */
async function installWebsockify(folder: string, signal: AbortSignal) {
  const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder];
  try {
    await runCommand("python3", [...args, "websockify"], { env: inheritedEnv, signal });
    const print = "import importlib.metadata as m; print(m.version('websockify'))";
    const env = { ...inheritedEnv, PYTHONPATH: folder };
    const [version = "unknown"] = await runCommand("python3", ["-c", print], { env, signal });
    return { command: { file: "python3", args: ["-m", "websockify"] }, version };
  } catch (cause) {
    throw new AppError(
      "internal",
      "websockify could not be installed, so there is nothing to compare with.",
      {
        where: "bench vnc",
        fix: "Make PyPI reachable and python3 with pip present.",
        cause,
      },
    );
  }
}

/** Starts one of our programs that write the port they listen on. */
async function startListener(
  main: string,
  args: readonly string[],
): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...args], {
    cwd: ROOT,
    env: inheritedEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data", { signal: AbortSignal.timeout(START_LIMIT_MS) });
  return { port: Number(String(line)), child };
}

/** Resolves once something answers on the port. */
async function listening(port: number): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  for (;;) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (answered) return;
    if (Date.now() > until)
      throw new AppError("internal", "websockify did not start.", { where: "bench vnc" });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
