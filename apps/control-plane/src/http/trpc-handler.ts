import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type ApiContext,
  appRouter,
  type EnvironmentCommands,
  type Housekeeping,
  type SessionCookie,
  type TrainingCatalog,
  toTrpcError,
  type ViewTickets,
  type WorkerDoor,
} from "@deskrl/api";
import type { CoreContext } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { type NodeHTTPCreateContextFnOptions, nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import { authenticate } from "./authenticate.ts";
import { assertSameOrigin } from "./same-origin.ts";
import { clearSessionCookie, isSecure, readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

export const TRPC_PREFIX = "/trpc/";
/** Largest call taken: a clipboard, with room to spare. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface TrpcHandlerOptions {
  core: CoreContext;
  commands: EnvironmentCommands;
  tickets: ViewTickets;
  training: TrainingCatalog;
  door: WorkerDoor;
  housekeeping: () => Housekeeping;
  assertRoom: () => void;
  metrics: Pick<Metrics, "trpcSeconds">;
  log: Log;
  version: string;
}

type Request = { req: IncomingMessage; res: ServerResponse; requestId: string };

/** Serves `/trpc`. Failures of every kind are answered in tRPC's form. */
export function createTrpcHandler(options: TrpcHandlerOptions): (request: Request) => Promise<void> {
  return ({ req, res, requestId }) => {
    res.setHeader("cache-control", "no-store");
    return nodeHTTPRequestHandler({
      router: appRouter,
      req,
      res,
      path: (req.url ?? "").slice(TRPC_PREFIX.length).split("?")[0] ?? "",
      maxBodySize: MAX_BODY_BYTES,
      createContext: (call) => createContext(options, call, requestId),
      onError({ error, path }) {
        // Failures of procedures are logged where they are mapped; this is for what fails around them.
        if (error.code === "INTERNAL_SERVER_ERROR" && !(error.cause instanceof AppError))
          options.log.error({ err: error, path, requestId }, "a call failed outside of its procedure");
      },
    });
  };
}

async function createContext(
  options: TrpcHandlerOptions,
  { req, res, info }: NodeHTTPCreateContextFnOptions<IncomingMessage, ServerResponse>,
  requestId: string,
): Promise<ApiContext> {
  const { core, commands, tickets, training, door, housekeeping, assertRoom, log, version } = options;
  const observe: ApiContext["observe"] = ({ path, ok, ms }) =>
    options.metrics.trpcSeconds.observe({ procedure: path, outcome: ok ? "ok" : "error" }, ms / 1_000);
  try {
    if (info.type === "mutation") assertSameOrigin(req.headers);
    const actor = await authenticate(core, req.headers);
    const session = sessionCookie(req, res);
    const parts = {
      core,
      commands,
      tickets,
      training,
      door,
      housekeeping,
      assertRoom,
      observe,
      log,
      version,
    };
    return { ...parts, actor, session, requestId };
  } catch (error) {
    throw error instanceof AppError ? toTrpcError(error) : error;
  }
}

function sessionCookie(req: IncomingMessage, res: ServerResponse): SessionCookie {
  return {
    token: readSessionCookie(req.headers),
    set: (token, expiresAt) =>
      void res.setHeader(
        "set-cookie",
        writeSessionCookie({ token, expiresAt, secure: isSecure(req.headers) }),
      ),
    clear: () => void res.setHeader("set-cookie", clearSessionCookie()),
  };
}
