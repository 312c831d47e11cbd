import { once } from "node:events";
import { connect } from "node:net";
import type { Tunnel } from "../gateway/tunnel.ts";

const BUFFER_BYTES = 1024 * 1024;
const BUFFERS = 2;

/**
 * A tunnel that is one connection to a screen server on this machine. It reads into two buffers in turn: while one is on
 * its way to the viewer, the other is filled; with both on their way the screen server is held back.
 */
export async function openSocketTunnel(port: number): Promise<Tunnel> {
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(BUFFER_BYTES));
  const full: Buffer[] = [];
  let reads = 0;
  let onHand = 0;
  let wake = () => {};
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: () => buffers[reads % BUFFERS] ?? Buffer.alloc(0),
      callback(length, buffer) {
        reads += 1;
        onHand += 1;
        full.push(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        wake();
        return onHand < BUFFERS;
      },
    },
  });
  await once(socket, "connect");
  socket.on("error", () => socket.destroy());
  socket.on("close", () => wake());

  async function* incoming(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = full.shift();
      if (next) {
        yield next;
        onHand -= 1;
        socket.resume();
        continue;
      }
      if (socket.destroyed || socket.readableEnded) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    incoming: incoming(),
    async send(bytes) {
      if (!socket.write(bytes)) await once(socket, "drain");
    },
    close: () => void socket.destroy(),
  };
}
