import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createProxyServer } from "http-proxy-3";
import { refuseUpgrade } from "./refuse-upgrade.ts";

/** Everything that is not ours belongs to the dashboard. */
export interface DashboardProxy {
  web(req: IncomingMessage, res: ServerResponse): void;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** @param url where the dashboard's server listens; null when none was started */
export function createDashboardProxy(url: string | null): DashboardProxy {
  if (!url) return WITHOUT_DASHBOARD;
  const proxy = createProxyServer({ target: url, ws: true, xfwd: true });
  proxy.on("error", (_error, _req, target) => {
    if (target instanceof Socket) target.destroy();
    else if (target.headersSent) target.destroy();
    else explain(target, NOT_ANSWERING);
  });
  return {
    web: (req, res) => void proxy.web(req, res),
    upgrade: (req, socket, head) => void proxy.ws(req, socket, head),
    close: () => proxy.close(),
  };
}

const NOT_STARTED =
  "No dashboard is attached to this control plane.\n\n" +
  "Start the whole system with:  npm start\n" +
  "or start the dashboard alone and set DESKRL_DASHBOARD_URL to its address.\n";
const NOT_ANSWERING =
  "The dashboard's server does not answer yet.\n\nIt may still be starting: load this page again in a moment.\n";

function explain(res: ServerResponse, text: string): void {
  res.writeHead(503, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "3",
  });
  res.end(text);
}

const WITHOUT_DASHBOARD: DashboardProxy = {
  web: (_req, res) => explain(res, NOT_STARTED),
  upgrade: (_req, socket) => refuseUpgrade(socket, { status: 503, body: { message: NOT_STARTED } }),
  close: () => {},
};
