import type { ServerResponse } from "node:http";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import type { Event } from "@deskrl/domain";
import type { Metrics } from "./create-metrics.ts";

const ROUTES = [
  "/trpc/",
  "/api/blobs/",
  "/api/export/",
  "/api/v1/",
  "/socket.io",
  "/healthz",
  "/readyz",
  "/metrics",
];

/** The few names that addresses are counted under: what is not ours is the dashboard's. */
export function routeOf(pathname: string): string {
  return (
    ROUTES.find((route) => pathname.startsWith(route)) ??
    (pathname.startsWith("/api/") ? "/api/" : "dashboard")
  );
}

/** Measures an exchange until its answer has gone out or its connection has broken. */
export function observeHttp(
  { httpSeconds }: Pick<Metrics, "httpSeconds">,
  res: ServerResponse,
  pathname: string,
): void {
  const end = httpSeconds.startTimer({ route: routeOf(pathname) });
  res.once("close", () =>
    end({ status: res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : "broken" }),
  );
}

/** Measures unary calls of workers; how long a stream lasts says nothing. */
export function observeGrpc({ grpcSeconds }: Pick<Metrics, "grpcSeconds">): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return next(request);
    const end = grpcSeconds.startTimer({ method: request.method.name });
    try {
      const answer = await next(request);
      end({ code: "ok" });
      return answer;
    } catch (error) {
      end({ code: error instanceof ConnectError ? Code[error.code] : "internal" });
      throw error;
    }
  };
}

/** Counts verdicts as they are announced. */
export function observeEvents({ episodesFinished }: Metrics, events: readonly Event[]): void {
  for (const { type, payload } of events) {
    if (type !== "episode:changed" || typeof payload.verdict !== "string") continue;
    const cause = typeof payload.cause === "string" ? payload.cause : "";
    episodesFinished.inc({ verdict: payload.verdict, cause });
  }
}
