import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { portOf } from "../lib/port-of.ts";
import { VNC_PATH } from "../vnc/issue-view-ticket.ts";
import type { VncGateway } from "../vnc/vnc-gateway.ts";
import type { DashboardProxy } from "./dashboard-proxy.ts";

export interface HttpServerOptions {
  listener: RequestListener;
  vnc: VncGateway;
  dashboard: DashboardProxy;
}

/** The server of the one address that a browser needs; it does not listen yet. */
export function createHttpServer({ listener, vnc, dashboard }: HttpServerOptions): Server {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, listener);
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (req.url ?? "/").split("?")[0] ?? "/";
    if (path === VNC_PATH) vnc.upgrade(req, socket, head);
    else if (!path.startsWith("/socket.io")) dashboard.upgrade(req, socket, head);
  });
  return server;
}

/** Begins to listen and tells the port. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return portOf(server);
}

/** Takes no more, and ends what is still open after a moment. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 1_000);
  await closed;
  clearTimeout(cut);
}
