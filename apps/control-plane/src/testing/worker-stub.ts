import { connect } from "node:net";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { newId, type WorkerFacts } from "@deskrl/domain";
import {
  ControlRequestSchema,
  type ControlResponse,
  type RegisterSchema,
  TunnelRequestSchema,
  WORKER_PROTOCOL_VERSION,
  WorkerGatewayService,
} from "@deskrl/protocol/worker-gateway";
import { AsyncQueue } from "../lib/async-queue.ts";

type Outgoing = NonNullable<MessageInitShape<typeof ControlRequestSchema>["message"]>;
type Incoming = Exclude<ControlResponse["message"], { case: undefined }>;
type Case = Incoming["case"];
type Values = { [M in Incoming as M["case"]]: M["value"] };
type ValueOf<C extends Case> = Values[C];

function valueIf<C extends Case>(message: Incoming, kind: C): ValueOf<C> | undefined {
  // The compiler does not carry a comparison of two generic names over to the value beside one of them.
  return message.case === kind ? (message.value as ValueOf<C>) : undefined;
}

export const FACTS: WorkerFacts = {
  hostname: "stub",
  cores: 2,
  memoryMib: 4096,
  diskFreeMib: 1000,
  provider: "docker",
  engineProblem: null,
  engineVersion: "1",
};

export interface WorkerStubOptions {
  grpcUrl: string;
  token: string;
  workerId?: string;
  desktops?: number;
  /** Port of the screen server that tunnels lead to. */
  rfbPort?: number;
  register?: MessageInitShape<typeof RegisterSchema>;
  /** Claims that each heartbeat carries. */
  running?: () => { episodeId: string; epoch: bigint }[];
  heartbeatMs?: number;
  /** How far its clock is ahead. */
  clockOffsetMs?: number;
}

export interface WorkerStub {
  readonly workerId: string;
  readonly client: Client<typeof WorkerGatewayService>;
  readonly messages: Incoming[];
  /** Environments it was told to keep. */
  readonly environmentIds: string[];
  /** Resolves when the control stream has ended; with an error when it broke. */
  readonly ended: Promise<unknown>;
  send(message: Outgoing): void;
  /** The first message of a kind, past or future, that fits and was not taken before. */
  take<C extends Case>(kind: C, fits?: (value: ValueOf<C>) => boolean): Promise<ValueOf<C>>;
  report(environmentId: string, state: string, generation?: number): void;
  /** Cuts the connection without a word, as a killed process does. */
  kill(): void;
}

/** A worker that speaks the real protocol over real sockets and does as the test says. */
export async function startWorkerStub(options: WorkerStubOptions): Promise<WorkerStub> {
  const {
    grpcUrl,
    token,
    workerId = newId("worker"),
    desktops = 1,
    heartbeatMs = 500,
    clockOffsetMs = 0,
  } = options;
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const sessions = new Http2SessionManager(grpcUrl);
  const transport = createGrpcTransport({
    baseUrl: grpcUrl,
    interceptors: [authorize],
    sessionManager: sessions,
  });
  const client = createClient(WorkerGatewayService, transport);
  const outbox = new AsyncQueue<ReturnType<typeof create<typeof ControlRequestSchema>>>();
  const send = (message: Outgoing) => void outbox.push(create(ControlRequestSchema, { message }));
  const messages: Incoming[] = [];
  const environmentIds: string[] = [];
  const taken = new Set<Incoming>();
  const wake: (() => void)[] = [];

  const beat = setInterval(() => {
    const running = options.running?.() ?? [];
    send({
      case: "heartbeat",
      value: { sentAtMs: BigInt(Date.now() + clockOffsetMs), running, factsJson: "" },
    });
  }, heartbeatMs);
  const ended = (async () => {
    try {
      for await (const { message } of client.control(outbox)) {
        if (message.case === undefined) continue;
        messages.push(message);
        if (message.case === "desiredEnvironments")
          environmentIds.splice(
            0,
            Number.POSITIVE_INFINITY,
            ...message.value.environments.map((e) => e.environmentId),
          );
        if (message.case === "openTunnel")
          void openTunnel(client, message.value.tunnelId, options.rfbPort).catch(() => {});
        for (const resolve of wake.splice(0)) resolve();
      }
      return null;
    } catch (error) {
      return error;
    } finally {
      clearInterval(beat);
      outbox.close();
      for (const resolve of wake.splice(0)) resolve();
    }
  })();
  send({
    case: "register",
    value: {
      protocolVersion: WORKER_PROTOCOL_VERSION,
      workerId,
      name: "stub",
      version: "0.0.0",
      factsJson: JSON.stringify(FACTS),
      desktops,
      ...options.register,
    },
  });

  const stub: WorkerStub = {
    workerId,
    client,
    messages,
    environmentIds,
    ended,
    send,
    async take(kind, fits = () => true) {
      for (;;) {
        for (const message of messages) {
          const value = valueIf(message, kind);
          if (value === undefined || taken.has(message) || !fits(value)) continue;
          taken.add(message);
          return value;
        }
        if (outbox.closed) throw new Error(`the control stream ended before a message ${kind}`);
        await new Promise<void>((resolve) => wake.push(resolve));
      }
    },
    report(environmentId, state, generation = 1) {
      send({ case: "environment", value: { environmentId, state, generation, width: 1280, height: 720 } });
    },
    kill() {
      clearInterval(beat);
      sessions.abort();
    },
  };
  return stub;
}

async function openTunnel(
  client: Client<typeof WorkerGatewayService>,
  tunnelId: string,
  rfbPort: number | undefined,
): Promise<void> {
  const outgoing = new AsyncQueue<ReturnType<typeof create<typeof TunnelRequestSchema>>>();
  if (rfbPort === undefined) {
    outgoing.push(create(TunnelRequestSchema, { tunnelId, error: "the desktop has no screen server" }));
    outgoing.close();
    for await (const _ of client.tunnel(outgoing)) void _;
    return;
  }
  const socket = connect(rfbPort, "127.0.0.1");
  outgoing.push(create(TunnelRequestSchema, { tunnelId }));
  socket.on("data", (data) => {
    socket.pause();
    void outgoing.send(create(TunnelRequestSchema, { tunnelId, data })).then(() => socket.resume());
  });
  socket.on("close", () => outgoing.close());
  socket.on("error", () => socket.destroy());
  try {
    for await (const { data } of client.tunnel(outgoing)) socket.write(data);
  } finally {
    outgoing.close();
    socket.end();
  }
}
