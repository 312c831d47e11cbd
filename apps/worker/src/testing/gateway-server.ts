import { createSecureServer, createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import type { AppError } from "@deskrl/domain";
import {
  type ControlRequest,
  type ControlResponse,
  ControlResponseSchema,
  WorkerGatewayService,
} from "@deskrl/protocol/worker-gateway";
import { AsyncQueue } from "../lib/async-queue.ts";

export interface GatewayServerOptions {
  heartbeatIntervalMs: number;
  /** @default a free one */
  port?: number;
  answersHeartbeats?: boolean;
  tls?: { certificate: string; key: string };
  /** Told what each call carries. */
  onAuthorization?: (header: string) => void;
  /** Turns every worker away with this. */
  refuse?: AppError;
  /** What else the server does. */
  service?: Partial<ServiceImpl<typeof WorkerGatewayService>>;
}

type Outgoing = NonNullable<MessageInitShape<typeof ControlResponseSchema>["message"]>;

export interface GatewayServer extends AsyncDisposable {
  baseUrl: string;
  port: number;
  /** All that came over control streams, in order. */
  requests: ControlRequest[];
  /** Sends to the worker that is connected. */
  send(message: Outgoing): void;
}

/** A small real gRPC server that speaks the worker protocol, for tests of its client. The token is `right`. */
export async function startGateway(options: GatewayServerOptions): Promise<GatewayServer> {
  const requests: ControlRequest[] = [];
  let outbox = new AsyncQueue<ControlResponse>();
  const send = (message: Outgoing) => void outbox.push(create(ControlResponseSchema, { message }));
  const handler = connectNodeAdapter({
    interceptors: [
      (next) => (request) => {
        options.onAuthorization?.(request.header.get("authorization") ?? "");
        if (request.header.get("authorization") === "Bearer right") return next(request);
        throw new ConnectError("The token is unknown.", Code.Unauthenticated);
      },
    ],
    routes: (router) =>
      router.service(WorkerGatewayService, {
        async *control(incoming) {
          outbox = new AsyncQueue();
          const own = outbox;
          void receive(incoming, own);
          yield* own;
        },
        ...options.service,
      }),
  });

  async function receive(incoming: AsyncIterable<ControlRequest>, own: AsyncQueue<ControlResponse>) {
    try {
      for await (const request of incoming) {
        requests.push(request);
        answer(request);
      }
    } catch {
      // A worker that went away.
    }
    own.end();
  }

  function answer({ message }: ControlRequest): void {
    if (message.case === "register" && options.refuse) {
      const { code, message: text, fix = "" } = options.refuse;
      send({ case: "rejected", value: { code, message: text, fix } });
    } else if (message.case === "register") {
      const { heartbeatIntervalMs } = options;
      send({ case: "registered", value: { heartbeatIntervalMs, leaseTtlMs: 1_000 } });
    } else if (message.case === "heartbeat" && options.answersHeartbeats !== false) {
      send({ case: "heartbeatAck", value: { sentAtMs: message.value.sentAtMs } });
    }
  }

  const server = options.tls
    ? createSecureServer({ cert: options.tls.certificate, key: options.tls.key }, handler)
    : createServer(handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    requests,
    send,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
