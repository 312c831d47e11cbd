import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { AppError } from "@deskrl/domain";
import { type TrainerCommand, TrainerMessage } from "@deskrl/protocol";

/** How to start a trainer. */
export interface TrainerProgram {
  command: string;
  args: readonly string[];
}

/** Lines of its log that an error message carries. */
const TAIL_LINES = 8;
/** Below the worker's own, so that a desktop that someone watches does not stutter. */
const NICENESS = 5;

/** A trainer as a child process: commands in, messages out. It ends with its input, so it never outlives this worker. */
export class TrainerProcess {
  readonly #child: ChildProcess;
  readonly #tail: string[] = [];
  /** Resolves with the reason once the process is gone. */
  readonly ended: Promise<string>;
  #gone = false;

  constructor(program: TrainerProgram, { cwd, onLog }: { cwd: string; onLog: (line: string) => void }) {
    const child = spawn(program.command, program.args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.stdin?.on("error", () => {});
    if (child.stderr)
      createInterface({ input: child.stderr }).on("line", (line) => {
        this.#tail.push(line);
        if (this.#tail.length > TAIL_LINES) this.#tail.shift();
        onLog(line);
      });
    this.ended = new Promise((resolve) => {
      const end = (reason: string) => {
        this.#gone = true;
        resolve(reason);
      };
      child.once("error", (error) => end(error.message));
      child.once("close", (code, signal) =>
        end(signal ? `ended by ${signal}` : `ended with exit code ${code}`),
      );
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** The last lines of its log. */
  get tail(): string {
    return this.#tail.join("\n");
  }

  send(command: TrainerCommand): void {
    if (!this.#gone) this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /**
   * What it says, in order; ends when it closes its output. Not read on while the last message is worked at.
   * @throws AppError `trainer_failed` for a line that is no message
   */
  async *messages(): AsyncGenerator<TrainerMessage> {
    const { stdout } = this.#child;
    if (!stdout) return;
    for await (const line of createInterface({ input: stdout })) yield readMessage(line);
  }

  /** Says that no command will follow, which ends it. */
  closeInput(): void {
    this.#child.stdin?.end();
  }

  /** Ends it at once. */
  kill(): void {
    if (!this.#gone) this.#child.kill("SIGKILL");
  }
}

function readMessage(line: string): TrainerMessage {
  try {
    return TrainerMessage.parse(JSON.parse(line));
  } catch (error) {
    throw new AppError(
      "trainer_failed",
      `The trainer said what is no message of its protocol: ${line.slice(0, 200)}`,
      {
        where: "standard output of the trainer",
        fix: "Run the same release of trainer and worker; log text belongs on standard error.",
        cause: error,
      },
    );
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // A process that is already gone, or a system that does not allow it.
  }
}
