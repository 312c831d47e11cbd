import { createServer, type Server, type Socket } from "node:net";
import { portOf } from "../lib/port-of.ts";

export interface RfbServer {
  port: number;
  /** Everything that clients sent after their greetings, by connection. */
  readonly received: Buffer[];
  /** Connections open now, the oldest first. */
  readonly connections: ReadonlySet<Socket>;
  close(): Promise<void>;
}

export const SERVER_INIT = Buffer.concat([
  Buffer.from([0, 4, 0, 3]),
  Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]),
  Buffer.from([0, 0, 0, 4]),
  Buffer.from("tiny"),
]);
/** One raw rectangle of 4 × 3 pixels, the answer to each update request. */
export const UPDATE = Buffer.concat([
  Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0]),
  Buffer.alloc(4 * 3 * 4, 0x5a),
]);

/** A picture of 512 × 512 pixels, the answer to a request that is not incremental. */
export const LARGE_UPDATE = Buffer.concat([
  Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 0]),
  Buffer.alloc(512 * 512 * 4, 0x5b),
]);

const UPDATE_REQUEST = 3;
const GREETING_BYTES = 12 + 1 + 1;

/** A tiny screen server on a real socket: RFB 3.8, no password, one picture. */
export async function startRfbServer({ silent = false } = {}): Promise<RfbServer> {
  const received: Buffer[] = [];
  const connections = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const index = received.push(Buffer.alloc(0)) - 1;
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => socket.destroy());
    if (silent) return;
    serve(socket, (bytes) => {
      received[index] = Buffer.concat([received[index] ?? Buffer.alloc(0), bytes]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server),
    received,
    connections,
    async close() {
      for (const socket of connections) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(socket: Socket, record: (bytes: Buffer) => void): void {
  let greeting = Buffer.alloc(0);
  let step = 0;
  socket.write("RFB 003.008\n");
  socket.on("data", (data: Buffer) => {
    let bytes = data;
    if (greeting.length < GREETING_BYTES) {
      const missing = GREETING_BYTES - greeting.length;
      greeting = Buffer.concat([greeting, bytes.subarray(0, missing)]);
      bytes = bytes.subarray(missing);
      if (step === 0 && greeting.length >= 12) step = answer(socket, Buffer.from([1, 1]));
      if (step === 1 && greeting.length >= 13) step += answer(socket, Buffer.alloc(4));
      if (step === 2 && greeting.length >= 14) step += answer(socket, SERVER_INIT);
    }
    if (bytes.length === 0) return;
    record(bytes);
    if (bytes.readUInt8(0) === UPDATE_REQUEST) socket.write(bytes.readUInt8(1) ? UPDATE : LARGE_UPDATE);
  });
}

function answer(socket: Socket, bytes: Buffer): number {
  socket.write(bytes);
  return 1;
}
