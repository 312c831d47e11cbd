import { request } from "node:http";
import type { Duplex } from "node:stream";
import { cancelled, refused, timedOut, unreachable } from "./guest-errors.ts";
import type { GuestEndpoint } from "./guest-http.ts";

/**
 * Opens one raw RFB stream through the guest server. The caller ends it.
 * @throws AppError guest_unreachable, guest_timeout, guest_error, cancelled
 */
export function openGuestRfb(
  endpoint: GuestEndpoint,
  { timeoutMs, signal, subject }: { timeoutMs: number; signal: AbortSignal | undefined; subject: string },
): Promise<Duplex> {
  const where = `${subject}: GET /rfb`;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled(where, signal.reason));
    const upgrade = request({
      host: endpoint.host,
      port: endpoint.port,
      path: "/rfb",
      agent: false,
      headers: { authorization: `Bearer ${endpoint.token}`, connection: "Upgrade", upgrade: "rfb" },
    });
    const timer = setTimeout(() => upgrade.destroy(timedOut(where, timeoutMs)), timeoutMs);
    const abort = () => upgrade.destroy(cancelled(where, signal?.reason));
    signal?.addEventListener("abort", abort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    upgrade.on("upgrade", (_response, socket, head) => {
      settled();
      socket.setNoDelay?.(true);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    upgrade.on("response", (response) => {
      const chunks: Uint8Array[] = [];
      response.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      response.on("end", () => {
        settled();
        reject(refused(where, response.statusCode ?? 500, Buffer.concat(chunks)));
      });
    });
    upgrade.on("error", (error) => {
      settled();
      reject(error.name === "AppError" ? error : unreachable(where, error));
    });
    upgrade.end();
  });
}
