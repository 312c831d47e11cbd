import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { RecordedStream } from "./record-stream.ts";

/** Version, security type, shared flag: all that a viewer says before it is shown anything. */
const GREETING_BYTES = 12 + 1 + 1;

/** A screen server that sends a recorded stream again and again, as fast as it is taken, until so much was sent. */
export async function startReplayServer({ serverInit, updates }: RecordedStream, totalBytes: number) {
  async function send(socket: Socket): Promise<void> {
    socket.write(serverInit);
    for (let sent = 0; sent < totalBytes && !socket.destroyed; sent += updates.length)
      if (!socket.write(updates)) await once(socket, "drain").catch(() => {});
  }
  const server = createServer((socket) => {
    let greeted = 0;
    socket.on("error", () => socket.destroy());
    socket.write("RFB 003.008\n");
    socket.on("data", (bytes: Buffer) => {
      const before = greeted;
      greeted += bytes.length;
      const passes = (mark: number) => before < mark && greeted >= mark;
      if (passes(12)) socket.write(Buffer.from([1, 1]));
      if (passes(13)) socket.write(Buffer.alloc(4));
      if (passes(GREETING_BYTES)) void send(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: () => void server.close(),
  };
}
