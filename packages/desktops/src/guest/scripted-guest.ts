import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createGuestHttp, type GuestHttp } from "./guest-http.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real HTTP server whose answers a test writes, for faults that a healthy guest never shows. */
export async function withScriptedGuest<T>(
  handler: Handler,
  fn: (http: GuestHttp) => Promise<T>,
  upgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<T> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => handler(request, response, body));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  if (upgrade) server.on("upgrade", upgrade);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const http = createGuestHttp({ host: "127.0.0.1", port, token: "secret" }, "env_test");
  try {
    return await fn(http);
  } finally {
    http.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

export function answer(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
