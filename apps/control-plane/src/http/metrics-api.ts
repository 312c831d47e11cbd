import type { IncomingMessage, ServerResponse } from "node:http";
import { type CoreContext, createExternalRun, exportMetricsCsv, ingestMetrics } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { requireActor, requireTrainer } from "./authenticate.ts";
import { readJson } from "./read-json.ts";
import { sendJson } from "./respond.ts";

/** 10,000 points with long names, with room to spare. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface MetricsRequest {
  core: CoreContext;
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
}

/** The routes by which external trainers log and others read: `/api/v1/`. @returns false when the address is none of them */
export async function serveMetricsApi({ core, req, res, url }: MetricsRequest): Promise<boolean> {
  const { pathname } = url;
  const csv = /^\/api\/v1\/runs\/([^/]+)\/metrics\.csv$/.exec(pathname)?.[1];
  if (req.method === "POST" && pathname === "/api/v1/metrics") {
    await requireTrainer(core, req.headers);
    const body = await readJson(req, MAX_BODY_BYTES);
    sendJson(res, { status: 200, body: await ingestMetrics(core, body) });
    return true;
  }
  if (req.method === "POST" && pathname === "/api/v1/runs") {
    const actor = await requireTrainer(core, req.headers);
    const body = await readJson(req, MAX_BODY_BYTES);
    const name = typeof body === "object" && body !== null && "name" in body ? body.name : undefined;
    const run = await createExternalRun(core, { actor, name });
    sendJson(res, { status: 201, body: { id: run.id, name: run.name, kind: run.kind, state: run.state } });
    return true;
  }
  if (req.method === "GET" && csv) {
    await requireActor(core, req.headers);
    const text = await exportMetricsCsv(core, parseQuery(decodeURIComponent(csv), url.searchParams));
    res.writeHead(200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="metrics.csv"',
      "cache-control": "no-store",
    });
    res.end(text);
    return true;
  }
  return false;
}

function parseQuery(runId: string, query: URLSearchParams): Record<string, unknown> {
  const list = (key: string) => query.get(key)?.split(",").filter(Boolean);
  const number = (key: string) => (query.has(key) ? Number(query.get(key)) : undefined);
  const names = list("names");
  if (!names?.length)
    throw new AppError("invalid_input", "The export names no metrics.", {
      where: "names in the query",
      fix: "Name one metric or several, separated by commas, such as names=policy/entropy,reward/mean.",
    });
  const branchIds = list("branches");
  const numbers = {
    fromStep: number("fromStep"),
    toStep: number("toStep"),
    maxPoints: number("maxPoints"),
    smoothing: number("smoothing"),
  };
  const x = query.get("x") ?? "step";
  return {
    runIds: list("runs") ?? [runId],
    names,
    x,
    ...(branchIds ? { branchIds } : {}),
    ...withoutUndefined(numbers),
  };
}

function withoutUndefined(values: Record<string, number | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
