import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { TrainerCommand, type TrainerJob } from "@deskrl/protocol";

/** What the worker wants of the trainer now. */
export type Wish = "run" | "pause" | "finish" | "stop";

/**
 * What came on a trainer's standard input. Commands change the wish; the trainer looks at it between two units of work.
 * When the input ends, the worker is gone, and the trainer ends too.
 */
export class CommandInbox {
  wish: Wish = "run";
  checkpointAsked = false;
  /** Number of the newest report that is known to be stored; −1 before the first. */
  acknowledged = -1;
  closed = false;
  readonly job: Promise<TrainerJob | null>;
  #waiting: (() => void)[] = [];

  constructor(input: Readable, onUnreadable: (line: string) => void) {
    const lines = createInterface({ input });
    this.job = new Promise((resolve) => {
      lines.on("line", (line) => {
        const command = TrainerCommand.safeParse(parse(line));
        if (!command.success) onUnreadable(line);
        else if (command.data.type === "start") resolve(command.data.job);
        else this.#take(command.data);
        this.#wake();
      });
      lines.on("close", () => {
        this.closed = true;
        resolve(null);
        this.#wake();
      });
    });
  }

  /** Resolves at the next command, or when the input ends. */
  async change(): Promise<void> {
    if (this.closed) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #take(command: Exclude<TrainerCommand, { type: "start" }>): void {
    switch (command.type) {
      case "pause":
      case "finish":
      case "stop":
        // A stop cannot be taken back, nor an end be put off.
        if (this.wish !== "stop" && !(this.wish === "finish" && command.type === "pause"))
          this.wish = command.type;
        return;
      case "resume":
        if (this.wish === "pause") this.wish = "run";
        return;
      case "checkpoint":
        this.checkpointAsked = true;
        return;
      case "acknowledge":
        this.acknowledged = Math.max(this.acknowledged, command.report);
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
