import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "../paths.ts";

export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Exit codes after which starting it again is of no use. */
  finalCodes?: readonly number[];
}

export interface ProcessEvent {
  /** `ended` because it was asked to, `exited` by itself, `gave_up` by itself and for good. */
  kind: "started" | "exited" | "ended" | "gave_up";
  pid?: number;
  code?: number | null;
  signal?: NodeJS.Signals | null;
  lastLines?: string[];
}

const MAX_BACKOFF_MS = 5_000;
/** A process that lived this long starts its next back-off from the beginning. */
const HEALTHY_AFTER_MS = 20_000;

/**
 * One process of the system, kept alive: restarted with a growing pause when it ends unasked.
 * It stands in a process group of its own, so that Ctrl-C in the terminal reaches the launcher only, which ends the
 * parts in order.
 */
export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private wanted = false;
  private failures = 0;
  private timer: NodeJS.Timeout | null = null;
  private tail: string[] = [];
  restarts = 0;

  constructor(
    readonly spec: ProcessSpec,
    private readonly onEvent: (event: ProcessEvent) => void = () => {},
  ) {}

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** The last lines it wrote, for an error message. */
  get lastLines(): string[] {
    return this.tail;
  }

  start(): void {
    this.wanted = true;
    this.spawn();
  }

  private spawn(): void {
    const { command, args, env, logFile } = this.spec;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile, { flags: "a" });
    const startedAt = Date.now();
    const child = spawn(command, args, { cwd: ROOT, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    this.child = child;
    const keep = (chunk: Buffer) => {
      log.write(chunk);
      this.tail = [...this.tail, ...chunk.toString("utf8").split("\n").filter(Boolean)].slice(-12);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", (error) => keep(Buffer.from(`${error.message}\n`)));
    child.once("close", (code, signal) => {
      log.end();
      this.child = null;
      const final = this.wanted && code !== null && (this.spec.finalCodes?.includes(code) ?? false);
      if (final) this.wanted = false;
      const kind = final ? "gave_up" : this.wanted ? "exited" : "ended";
      this.onEvent({ kind, code, signal, lastLines: this.tail });
      if (!this.wanted) return;
      this.failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 0 : this.failures + 1;
      this.restarts += 1;
      this.timer = setTimeout(() => this.spawn(), Math.min(MAX_BACKOFF_MS, 200 * 2 ** this.failures));
    });
    this.onEvent({ kind: "started", ...(child.pid === undefined ? {} : { pid: child.pid }) });
  }

  /** Sends a signal to the running process; the supervisor restarts it if it dies of it. @returns false when none runs */
  kill(signal: NodeJS.Signals): boolean {
    return this.child?.kill(signal) ?? false;
  }

  /** Asks it to end, waits, then ends it. */
  async stop(graceMs = 20_000): Promise<void> {
    this.wanted = false;
    if (this.timer) clearTimeout(this.timer);
    const child = this.child;
    if (!child) return;
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await closed;
    clearTimeout(timer);
  }
}
