import { isOnScreen, type Size } from "@deskrl/domain";
import type { ScreenOperationInput, ScreenRecordingInput } from "@deskrl/protocol";
import type { ScreenRecorder } from "../../types.ts";

/** A file is kept as the bytes that the desktop holds anyway, and becomes text only once it is asked for. */
type Done = ScreenOperationInput | { kind: "bytes"; path: string; bytes: Uint8Array };

/** Of what is not kept yet. A task's files are far smaller; a desktop that only a person uses keeps no more than this. */
const MOST_BYTES = 512 * 1024;
/** What an operation costs beside its texts. */
const OPERATION_BYTES = 64;

export interface OperationLogOptions {
  seed: number;
  screen: Size;
  /** Tells the desktop's state now. */
  digest: () => string;
  /** @default 512 KiB */
  mostBytes?: number;
}

/** What was done to a simulated desktop and is not kept elsewhere yet. Past its limit it gives up for good. */
export class OperationLog implements ScreenRecorder {
  readonly #options: OperationLogOptions;
  #entries: { done: Done; bytes: number }[] = [];
  /** Operations that were kept and are gone from here. */
  #gone = 0;
  /** Operations that were given away, those gone among them. */
  #given = 0;
  #bytes = 0;
  #full = false;

  constructor(options: OperationLogOptions) {
    this.#options = options;
  }

  /** Called before it is done, so that what a failure left half done is done again likewise. */
  add(done: Done): void {
    if (this.#full || this.#joins(done)) return;
    const bytes = sizeOf(done);
    this.#entries.push({ done, bytes });
    this.#bytes += bytes;
    if (this.#bytes <= (this.#options.mostBytes ?? MOST_BYTES)) return;
    this.#full = true;
    this.#entries = [];
  }

  pending(): ScreenRecordingInput | null {
    if (this.#full) return null;
    const { seed, screen, digest } = this.#options;
    this.#given = this.#gone + this.#entries.length;
    return {
      seed,
      screen: { width: screen.width, height: screen.height },
      from: this.#gone,
      operations: this.#entries.map(({ done }) => written(done)),
      digest: digest(),
    };
  }

  kept({ from, operations }: ScreenRecordingInput): void {
    const kept = this.#entries.splice(0, Math.max(0, from + operations.length - this.#gone));
    this.#gone += kept.length;
    for (const { bytes } of kept) this.#bytes -= bytes;
  }

  /** A pointer on its way is told of a hundred times a second; where it came to, and in how many steps, is all that matters. */
  #joins(done: Done): boolean {
    const last = this.#entries.at(-1);
    if (!last || this.#gone + this.#entries.length <= this.#given) return false;
    if (!isMove(done) || !isMove(last.done) || !isOnScreen(done.action, this.#options.screen)) return false;
    last.done = { ...done, times: (last.done.times ?? 1) + 1 };
    return true;
  }
}

type Move = Extract<ScreenOperationInput, { kind: "act" }> & {
  action: { kind: "move"; x: number; y: number };
};

function isMove(done: Done): done is Move {
  return done.kind === "act" && done.action.kind === "move";
}

function written(done: Done): ScreenOperationInput {
  if (done.kind !== "bytes") return done;
  return { kind: "write_file", path: done.path, base64: Buffer.from(done.bytes).toString("base64") };
}

function sizeOf(done: Done): number {
  if (done.kind === "bytes") return OPERATION_BYTES + Math.ceil((done.bytes.length * 4) / 3);
  return OPERATION_BYTES + JSON.stringify(done).length;
}
