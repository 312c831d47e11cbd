import type { RfbClientMessageKind } from "../vnc/rfb-client-parser.ts";

export interface RfbSample {
  name: string;
  kind: RfbClientMessageKind;
  /** It changes the desktop. */
  input: boolean;
  bytes: Buffer;
}

/** A cut text whose length is written negative when it is an extended one. */
function cutText(body: Buffer, extended: boolean): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(6, 0);
  head.writeInt32BE(extended ? -body.length : body.length, 4);
  return Buffer.concat([head, body]);
}

/** One of every message that a viewer may send, with contents that look like other messages' beginnings. */
export const RFB_SAMPLES: readonly RfbSample[] = [
  {
    name: "pixel format",
    kind: "setPixelFormat",
    input: false,
    bytes: Buffer.from([0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]),
  },
  {
    name: "encodings",
    kind: "setEncodings",
    input: false,
    bytes: Buffer.from([2, 0, 0, 3, 0, 0, 0, 1, 4, 1, 5, 6, 255, 255, 254, 196]),
  },
  { name: "no encodings", kind: "setEncodings", input: false, bytes: Buffer.from([2, 0, 0, 0]) },
  {
    name: "update request",
    kind: "framebufferUpdateRequest",
    input: false,
    bytes: Buffer.from([3, 1, 0, 0, 0, 0, 5, 0, 2, 208]),
  },
  { name: "key", kind: "keyEvent", input: true, bytes: Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]) },
  { name: "pointer", kind: "pointerEvent", input: true, bytes: Buffer.from([5, 1, 0, 100, 0, 50]) },
  {
    name: "pointer with more buttons",
    kind: "pointerEvent",
    input: true,
    bytes: Buffer.from([5, 0x80, 0, 100, 0, 50, 1]),
  },
  { name: "clipboard", kind: "clientCutText", input: true, bytes: cutText(Buffer.from("\x04\x05hi"), false) },
  { name: "empty clipboard", kind: "clientCutText", input: true, bytes: cutText(Buffer.alloc(0), false) },
  {
    name: "extended clipboard",
    kind: "clientCutText",
    input: true,
    bytes: cutText(Buffer.from([2, 0, 0, 1, 4, 1]), true),
  },
  {
    name: "continuous updates",
    kind: "enableContinuousUpdates",
    input: false,
    bytes: Buffer.from([150, 1, 0, 0, 0, 0, 5, 0, 2, 208]),
  },
  {
    name: "fence",
    kind: "clientFence",
    input: false,
    bytes: Buffer.from([248, 0, 0, 0, 0, 0, 0, 1, 3, 4, 5, 6]),
  },
  { name: "power", kind: "xvp", input: true, bytes: Buffer.from([250, 0, 1, 3]) },
  {
    name: "desktop size",
    kind: "setDesktopSize",
    input: true,
    bytes: Buffer.concat([Buffer.from([251, 0, 4, 0, 3, 0, 1, 0]), Buffer.alloc(16, 4)]),
  },
  {
    name: "key with its code",
    kind: "qemuKeyEvent",
    input: true,
    bytes: Buffer.from([255, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0x1e]),
  },
];
