import { Duplex } from "node:stream";
import { constants, createDeflate } from "node:zlib";
import type { SimDesktop } from "../core/sim-desktop.ts";
import { drawDesk } from "../drawing/draw-desk.ts";
import { changedTiles, type TileRect } from "./changed-tiles.ts";
import { type ClientMessage, readClientMessage } from "./client-messages.ts";
import { decodeFormat, encodeFormat, encodePixels, NATIVE_FORMAT } from "./pixel-format.ts";
import { ViewerInput } from "./viewer-input.ts";

export interface RfbStreamOptions {
  sim: Pick<SimDesktop, "desk" | "act" | "setClipboard">;
  /** Calls the listener after each change of the desktop until the returned function is called. */
  onChange: (listener: () => void) => () => void;
  /** Tells others that this viewer changed the desktop. */
  changed: () => void;
  /** False once the desktop may not be touched any more; the stream then ends. */
  isCurrent: () => boolean;
}

const RAW = 0;
const ZLIB = 6;

/**
 * The screen as an RFB 3.8 server for one viewer: no authentication, raw or zlib rectangles, only what changed, and the
 * viewer's pointer and keys. It draws only when the viewer asks and something changed.
 */
export function createRfbStream({ sim, onChange, changed, isCurrent }: RfbStreamOptions): Duplex {
  const { width, height } = sim.desk.screen;
  const input = new ViewerInput(sim);
  const deflate = createDeflate({ level: 3 });
  let pending: Buffer = Buffer.alloc(0);
  let stage: "version" | "security" | "init" | "ready" = "version";
  let format = NATIVE_FORMAT;
  let zlib = false;
  let shown: Uint8Array | null = null;
  /** The viewer waits for an update; a full one was asked for. */
  let asked: { full: boolean } | null = null;
  let sending = false;

  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      try {
        pending = Buffer.concat([pending, chunk]);
        consume();
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    destroy(error, done) {
      stop();
      deflate.close();
      done(error);
    },
  });
  const stop = onChange(() => {
    if (isCurrent()) startUpdate();
    else stream.push(null);
  });
  stream.push("RFB 003.008\n");

  function take(length: number): Buffer | null {
    if (pending.length < length) return null;
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    return taken;
  }

  function consume(): void {
    if (stage === "version" && take(12)) {
      stream.push(Buffer.from([1, 1]));
      stage = "security";
    }
    if (stage === "security" && take(1)) {
      stream.push(Buffer.alloc(4));
      stage = "init";
    }
    if (stage === "init" && take(1)) {
      const name = Buffer.from("simulated desktop");
      const head = Buffer.alloc(4);
      head.writeUInt16BE(width, 0);
      head.writeUInt16BE(height, 2);
      stream.push(Buffer.concat([head, encodeFormat(NATIVE_FORMAT), uint32(name.length), name]));
      stage = "ready";
    }
    while (stage === "ready") {
      const read = readClientMessage(pending);
      if (!read) return;
      pending = pending.subarray(read.length);
      handle(read.message);
    }
  }

  function handle(message: ClientMessage): void {
    switch (message.kind) {
      case "pixelFormat":
        format = decodeFormat(message.bytes) ?? NATIVE_FORMAT;
        shown = null;
        return;
      case "encodings":
        zlib = message.encodings.includes(ZLIB);
        return;
      case "update":
        asked = { full: (asked?.full ?? false) || !message.incremental };
        startUpdate();
        return;
    }
    if (!isCurrent()) {
      stream.push(null);
      return;
    }
    if (message.kind === "key") input.key(message.down, message.symbol);
    else if (message.kind === "pointer") input.pointer(message.buttons, message);
    else sim.setClipboard(message.text);
    changed();
  }

  function startUpdate(): void {
    update().catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async function update(): Promise<void> {
    if (!asked || sending || stream.destroyed) return;
    sending = true;
    const { full } = asked;
    const picture = Uint8Array.from(drawDesk(sim.desk).data());
    const rects = changedTiles(full ? null : shown, picture, { width, height });
    if (rects.length > 0) {
      asked = null;
      shown = picture;
      const parts: Buffer[] = [Buffer.from([0, 0, rects.length >> 8, rects.length & 255])];
      for (const rect of rects) parts.push(await encodeRect(picture, rect));
      if (!stream.destroyed) stream.push(Buffer.concat(parts));
    }
    sending = false;
    if (rects.length > 0) await update();
  }

  async function encodeRect(picture: Uint8Array, rect: TileRect): Promise<Buffer> {
    const head = Buffer.alloc(12);
    [rect.x, rect.y, rect.width, rect.height].forEach((value, index) => {
      head.writeUInt16BE(value, index * 2);
    });
    head.writeInt32BE(zlib ? ZLIB : RAW, 8);
    const pixels = encodePixels(picture, width, { rect, format });
    if (!zlib) return Buffer.concat([head, pixels]);
    const packed = await compress(pixels);
    return Buffer.concat([head, uint32(packed.length), packed]);
  }

  /** One zlib stream goes through the whole connection, flushed after each rectangle. */
  function compress(pixels: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const collect = (chunk: Buffer) => void chunks.push(chunk);
      deflate.on("data", collect);
      deflate.write(pixels);
      deflate.flush(constants.Z_SYNC_FLUSH, () => {
        deflate.off("data", collect);
        resolve(Buffer.concat(chunks));
      });
    });
  }

  return stream;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
