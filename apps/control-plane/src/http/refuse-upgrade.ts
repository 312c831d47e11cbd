import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { JsonAnswer } from "./respond.ts";

/** Answers a websocket request with an ordinary HTTP answer and closes. */
export function refuseUpgrade(socket: Duplex, { status, body }: JsonAnswer): void {
  const text = `${JSON.stringify(body)}\n`;
  socket.on("error", () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(text)}`,
      "cache-control: no-store",
      "connection: close",
      "",
      text,
    ].join("\r\n"),
  );
}
