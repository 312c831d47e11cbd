import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from "node:http2";
import type { ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { WorkerGatewayService } from "@deskrl/protocol/worker-gateway";
import { portOf } from "../lib/port-of.ts";
import { observeGrpc } from "../metrics/observe.ts";
import { serveGetBlob, servePutLargeBlob } from "./blob-rpc.ts";
import { serveControl } from "./control-rpc.ts";
import { errorInterceptor } from "./error-interceptor.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { serveIngest } from "./ingest-rpc.ts";
import { serveLeaseTrainingJob, serveReportTraining } from "./training-rpc.ts";
import { serveTunnel } from "./tunnel-rpc.ts";
import { WORKER_TOKEN, workerAuthInterceptor } from "./worker-auth.ts";

/** Largest message taken: a screenshot or a batch of steps, with room to spare. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Room for a whole picture on its way, so that a stream is not held up by the round trip. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const SESSION_WINDOW_BYTES = 16 * STREAM_WINDOW_BYTES;

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Opens the port that workers dial: gRPC on HTTP/2, under TLS when a certificate is given. */
export async function startGrpcServer(options: {
  gateway: GatewayContext;
  host: string;
  port: number;
  tls: { certificate: string; key: string } | null;
}): Promise<RunningServer> {
  const { gateway, host, port, tls } = options;
  const settings = { initialWindowSize: STREAM_WINDOW_BYTES };
  const handler = connectNodeAdapter({
    routes: (router) => addRoutes(router, gateway),
    interceptors: [
      observeGrpc(gateway.metrics),
      errorInterceptor(gateway.report),
      workerAuthInterceptor(gateway.core),
    ],
    readMaxBytes: MAX_MESSAGE_BYTES,
  });
  const server = tls
    ? createSecureServer({ settings, cert: tls.certificate, key: tls.key }, handler)
    : createServer({ settings }, handler);
  const sessions = trackSessions(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: portOf(server),
    async stop() {
      gateway.workers.closeAll();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.close();
      const cut = setTimeout(() => {
        for (const session of sessions) session.destroy();
      }, 1_000);
      await closed;
      clearTimeout(cut);
    },
  };
}

function addRoutes(router: ConnectRouter, gateway: GatewayContext): void {
  router.service(WorkerGatewayService, {
    control: (requests, { signal, values }) =>
      serveControl(gateway, requests, { signal, tokenId: values.get(WORKER_TOKEN) }),
    ingest: (request) => serveIngest(gateway, request),
    async putBlob({ hash, mediaType, data }) {
      await gateway.core.blobs.putExpected(hash, data, mediaType);
      return {};
    },
    putThumbnails({ workerId, thumbnails }) {
      const connection = gateway.workers.get(workerId);
      const now = gateway.core.clock();
      for (const { environmentId, capturedAtMs: at, jpeg } of thumbnails) {
        const capturedAtMs = connection?.toOurClock(Number(at), now) ?? now.getTime();
        gateway.thumbnails.publish(workerId, { environmentId, capturedAtMs, jpeg: exactBuffer(jpeg) });
      }
      return {};
    },
    leaseTrainingJob: (request, { signal }) => serveLeaseTrainingJob(gateway, request, signal),
    reportTraining: (request) => serveReportTraining(gateway, request),
    getBlob: (request) => serveGetBlob(gateway, request),
    putLargeBlob: (requests) => servePutLargeBlob(gateway, requests),
    tunnel: (requests, { signal }) => serveTunnel(gateway.tunnels, requests, signal),
  });
}

function trackSessions(server: Http2Server | Http2SecureServer): Set<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    session.on("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
  });
  return sessions;
}

/** The bytes alone, without the rest of the message they arrived in. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
