import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { AppError } from "@deskrl/domain";

const GREETING = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.of(1), Buffer.of(1)]);
const LIMIT_MS = 120_000;
/** Read into again and again: what arrives is counted and forgotten. */
const READ_BYTES = 1024 * 1024;

/** A client's binary frame with a mask of zeros, which leaves the bytes as they are. */
function frame(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0x82, 0x80 | payload.length, 0, 0, 0, 0), payload]);
}

/**
 * Opens one view over a websocket and takes what comes as fast as it comes. Frames are counted, not taken apart, so that
 * the measure is the gateway's and not this client's.
 * @returns bytes a second
 */
export function measureView(options: { port: number; totalBytes: number }): Promise<number> {
  const { port, totalBytes } = options;
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      socket.destroy();
      reject(new AppError("internal", message, { where: `bench vnc, port ${port}` }));
    };
    const timer = setTimeout(() => fail("The stream did not come to its end in time."), LIMIT_MS);
    let received = 0;
    let startedAt = 0;
    const take = (length: number, buffer: Uint8Array): boolean => {
      if (received === 0) {
        const head = Buffer.from(buffer.buffer, buffer.byteOffset, length).toString("latin1");
        if (!head.startsWith("HTTP/1.1 101")) fail("The websocket was refused.");
        startedAt = performance.now();
        socket.write(frame(GREETING));
      }
      received += length;
      if (received >= totalBytes) {
        clearTimeout(timer);
        socket.destroy();
        resolve((1_000 * received) / (performance.now() - startedAt));
      }
      return true;
    };
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback: take };
    const socket = connect({ port, host: "127.0.0.1", onread });
    socket.on("connect", () =>
      socket.write(
        `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: binary\r\n\r\n`,
      ),
    );
    socket.on("error", (error) => fail(error.message));
    socket.on("close", () => received < totalBytes && fail(`The stream ended after ${received} bytes.`));
  });
}
