import { AppError } from "@deskrl/domain";

/** What a viewer may send, by its number on the wire. */
export const RFB_CLIENT_MESSAGES = {
  0: "setPixelFormat",
  2: "setEncodings",
  3: "framebufferUpdateRequest",
  4: "keyEvent",
  5: "pointerEvent",
  6: "clientCutText",
  150: "enableContinuousUpdates",
  248: "clientFence",
  250: "xvp",
  251: "setDesktopSize",
  255: "qemuKeyEvent",
} as const;
export type RfbClientMessageKind = (typeof RFB_CLIENT_MESSAGES)[keyof typeof RFB_CLIENT_MESSAGES];

/** One whole message of a viewer. */
export interface RfbClientMessage {
  kind: RfbClientMessageKind;
  bytes: Buffer;
}

/** A clipboard larger than this is refused, so that a viewer cannot fill the memory. */
export const MAX_CUT_TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Cuts a viewer's byte stream into whole messages, however the network cut it before.
 * Knowing every length is what makes view-only safe: nothing can hide inside another message.
 */
export class RfbClientParser {
  #pending: Buffer = Buffer.alloc(0);

  /**
   * The messages that `chunk` completes, in order.
   * @throws AppError `invalid_input` for an unknown message type or an oversized clipboard; the stream is lost then
   */
  push(chunk: Uint8Array): RfbClientMessage[] {
    const input = this.#pending.length ? Buffer.concat([this.#pending, chunk]) : Buffer.from(chunk);
    const messages: RfbClientMessage[] = [];
    let offset = 0;
    while (offset < input.length) {
      const rest = input.subarray(offset);
      const kind = kindOf(rest.readUInt8(0));
      const length = lengthOf(kind, rest);
      if (length === null || rest.length < length) break;
      messages.push({ kind, bytes: rest.subarray(0, length) });
      offset += length;
    }
    this.#pending = Buffer.from(input.subarray(offset));
    return messages;
  }
}

function kindOf(type: number): RfbClientMessageKind {
  const kinds: Readonly<Record<number, RfbClientMessageKind>> = RFB_CLIENT_MESSAGES;
  const kind = kinds[type];
  if (kind) return kind;
  throw new AppError("invalid_input", `The viewer sent a message of type ${type}, which is not known here.`, {
    where: "VNC gateway",
    fix: "Use the dashboard's viewer, or a client that keeps to RFB 3.8 and the extensions it was offered.",
  });
}

/** Whole length of the message that `head` begins, or null while too little of it has arrived to tell. */
function lengthOf(kind: RfbClientMessageKind, head: Buffer): number | null {
  switch (kind) {
    case "setPixelFormat":
      return 20;
    case "setEncodings":
      return head.length < 4 ? null : 4 + 4 * head.readUInt16BE(2);
    case "framebufferUpdateRequest":
    case "enableContinuousUpdates":
      return 10;
    case "keyEvent":
      return 8;
    case "pointerEvent":
      // The highest bit of the mask marks the form with more buttons, which has one more byte.
      return head.length < 2 ? null : head.readUInt8(1) & 0x80 ? 7 : 6;
    case "clientCutText":
      return head.length < 8 ? null : 8 + cutTextLength(head.readInt32BE(4));
    case "clientFence":
      return head.length < 9 ? null : 9 + head.readUInt8(8);
    case "xvp":
      return 4;
    case "setDesktopSize":
      return head.length < 7 ? null : 8 + 16 * head.readUInt8(6);
    case "qemuKeyEvent":
      return qemuLength(head);
  }
}

/** A negative length marks the extended clipboard; its absolute value counts. */
function cutTextLength(length: number): number {
  if (Math.abs(length) <= MAX_CUT_TEXT_BYTES) return Math.abs(length);
  throw new AppError("invalid_input", `The viewer sent a clipboard of ${Math.abs(length)} bytes.`, {
    where: "VNC gateway",
    fix: `Copy less: at most ${MAX_CUT_TEXT_BYTES} bytes.`,
  });
}

function qemuLength(head: Buffer): number | null {
  if (head.length < 2) return null;
  const subtype = head.readUInt8(1);
  if (subtype === 0) return 12;
  throw new AppError("invalid_input", `The viewer sent a QEMU message of kind ${subtype}, not a key.`, {
    where: "VNC gateway",
    fix: "Switch the viewer's sound off: only pictures and input are carried.",
  });
}
