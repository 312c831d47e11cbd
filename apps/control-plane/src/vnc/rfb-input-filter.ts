import type { RfbClientMessage, RfbClientMessageKind } from "./rfb-client-parser.ts";

/** Messages that change the desktop. All others only say how a viewer wants its pictures. */
const INPUT: ReadonlySet<RfbClientMessageKind> = new Set([
  "keyEvent",
  "qemuKeyEvent",
  "pointerEvent",
  "clientCutText",
  "setDesktopSize",
  "xvp",
]);

export interface RfbInputFilterOptions {
  /** Asked for each message that would change the desktop. */
  mayInput: () => boolean;
}

/** Drops input that is not allowed and remembers what is pressed, so that it can be released for a viewer who left. */
export class RfbInputFilter {
  readonly #mayInput: () => boolean;
  readonly #keys = new Map<string, Buffer>();
  #buttons = 0;
  #pointer = { x: 0, y: 0 };

  constructor(options: RfbInputFilterOptions) {
    this.#mayInput = options.mayInput;
  }

  /** The message's bytes when it may pass, else null. */
  pass(message: RfbClientMessage): Buffer | null {
    if (!INPUT.has(message.kind)) return message.bytes;
    if (!this.#mayInput()) return null;
    this.#remember(message);
    return message.bytes;
  }

  /** Messages that let go of every key and button this viewer holds; empty when none is held. */
  release(): Buffer {
    const messages = [...this.#keys.values()];
    if (this.#buttons) messages.push(pointerUp(this.#pointer));
    this.#keys.clear();
    this.#buttons = 0;
    return Buffer.concat(messages);
  }

  #remember({ kind, bytes }: RfbClientMessage): void {
    if (kind === "keyEvent") {
      this.#hold(`key ${bytes.readUInt32BE(4)}`, bytes.readUInt8(1) !== 0, keyUp(bytes));
    } else if (kind === "qemuKeyEvent") {
      this.#hold(`code ${bytes.readUInt32BE(8)}`, bytes.readUInt16BE(2) !== 0, qemuKeyUp(bytes));
    } else if (kind === "pointerEvent") {
      const more = bytes.length > 6 ? bytes.readUInt8(6) << 7 : 0;
      this.#buttons = (bytes.readUInt8(1) & 0x7f) | more;
      this.#pointer = { x: bytes.readUInt16BE(2), y: bytes.readUInt16BE(4) };
    }
  }

  #hold(key: string, down: boolean, up: Buffer): void {
    if (down) this.#keys.set(key, up);
    else this.#keys.delete(key);
  }
}

function keyUp(down: Buffer): Buffer {
  const up = Buffer.from(down);
  up.writeUInt8(0, 1);
  return up;
}

function qemuKeyUp(down: Buffer): Buffer {
  const up = Buffer.from(down);
  up.writeUInt16BE(0, 2);
  return up;
}

function pointerUp({ x, y }: { x: number; y: number }): Buffer {
  const up = Buffer.alloc(6);
  up.writeUInt8(5, 0);
  up.writeUInt16BE(x, 2);
  up.writeUInt16BE(y, 4);
  return up;
}
