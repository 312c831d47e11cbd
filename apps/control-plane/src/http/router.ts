import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CoreContext } from "@deskrl/core";
import { AppError, parsePictureRef } from "@deskrl/domain";
import type { Readiness } from "../health/check-readiness.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import { observeHttp } from "../metrics/observe.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import { requireActor } from "./authenticate.ts";
import type { DashboardProxy } from "./dashboard-proxy.ts";
import { serveMetricsApi } from "./metrics-api.ts";
import { errorAnswer, sendJson } from "./respond.ts";
import { setSecurityHeaders } from "./security-headers.ts";
import { serveBlob } from "./serve-blob.ts";
import { serveDrawnPicture } from "./serve-drawn-picture.ts";
import { serveJsonlExport, serveOsworldExport } from "./serve-exports.ts";
import { TRPC_PREFIX } from "./trpc-handler.ts";

export interface RouterOptions {
  core: CoreContext;
  trpc: (request: { req: IncomingMessage; res: ServerResponse; requestId: string }) => Promise<void>;
  dashboard: DashboardProxy;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  /** The numbers of this process and of the fleet, as Prometheus reads them. */
  collect: () => Promise<string>;
  log: Log;
  newRequestId?: () => string;
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  requestId: string;
}

/** The one listener of the HTTP port: ours by path, the dashboard's for everything else. */
export function createRequestListener(options: RouterOptions) {
  const { newRequestId = randomUUID, log } = options;
  return (req: IncomingMessage, res: ServerResponse): void => {
    const requestId = newRequestId();
    setSecurityHeaders(res);
    res.setHeader("x-request-id", requestId);
    const url = new URL(req.url ?? "/", "http://localhost");
    observeHttp(options.metrics, res, url.pathname);
    route(options, { req, res, url, requestId }).catch((error: unknown) => {
      const answer = errorAnswer(error, requestId);
      if (answer.status >= 500) log.error({ err: error, requestId, path: url.pathname }, "request failed");
      // Half an answer must not look like a whole one.
      if (res.headersSent) res.destroy();
      else sendJson(res, answer);
    });
  };
}

async function route(options: RouterOptions, exchange: Exchange): Promise<void> {
  const { req, res, url, requestId } = exchange;
  const { pathname } = url;
  if (pathname.startsWith(TRPC_PREFIX)) return options.trpc({ req, res, requestId });
  if (pathname === "/healthz") return sendJson(res, { status: 200, body: { status: "ok" } });
  if (pathname === "/readyz") return readiness(options, res);
  if (pathname === "/metrics") {
    const contentType = options.metrics.registry.contentType;
    return serveMetrics({ core: options.core, collect: options.collect, contentType, req, res });
  }
  if (pathname.startsWith("/api/")) return api(options, exchange);
  options.dashboard.web(req, res);
}

async function readiness(options: RouterOptions, res: ServerResponse): Promise<void> {
  const body = await options.readiness();
  sendJson(res, { status: body.status === "unready" ? 503 : 200, body });
}

async function api({ core }: RouterOptions, { req, res, url }: Exchange): Promise<void> {
  if (await serveMetricsApi({ core, req, res, url })) return;
  if (req.method !== "GET" && req.method !== "HEAD")
    throw new AppError("invalid_input", `${req.method} is not possible here.`, {
      where: url.pathname,
      fix: "Use GET; changes go through /trpc.",
    });
  await requireActor(core, req.headers);
  const hash = /^\/api\/blobs\/([^/]+)$/.exec(url.pathname)?.[1];
  const query = url.searchParams;
  if (hash && parsePictureRef(hash)) return serveDrawnPicture({ core, ref: hash, query, req, res });
  if (hash) return serveBlob({ blobs: core.blobs, hash, req, res });
  if (url.pathname === "/api/export/episodes.jsonl") return serveJsonlExport({ core, query, res });
  if (url.pathname === "/api/export/osworld.zip") return serveOsworldExport({ core, query, res });
  throw new AppError("not_found", "There is nothing at this address.", {
    where: url.pathname,
    fix: "Check the address.",
  });
}
