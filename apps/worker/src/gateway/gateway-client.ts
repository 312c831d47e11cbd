import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { WorkerGatewayService } from "@deskrl/protocol/worker-gateway";

import { createCertificatePin } from "./certificate-pin.ts";

export type GatewayClient = Client<typeof WorkerGatewayService>;

/** Pings find a connection that died without a word, such as one that a firewall forgot. */
const PING = { pingIntervalMs: 10_000, pingTimeoutMs: 5_000 };
/** Room for a whole picture on its way, so that a stream is not held up by the round trip. */
const HTTP2 = { settings: { initialWindowSize: 1024 * 1024 } };

/** Clients of the control plane, one TCP connection each. */
export interface GatewayClients {
  /** Control stream and heartbeats: never behind a picture. */
  control: GatewayClient;
  /** Journal, pictures, thumbnails. */
  bulk: GatewayClient;
  /** RFB streams of those who watch. */
  tunnels: GatewayClient;
  /** Reports of trainers and their checkpoints. */
  training: GatewayClient;
  /** To be awaited before the first call: finds out whom to trust. @throws AppError `forbidden` of a wrong certificate */
  ready: () => Promise<void>;
}

/** gRPC over HTTP/2, without TLS for `http:` addresses, with the worker's token on every call. */
export function createGatewayClients(options: {
  baseUrl: string;
  token: string;
  /** The certificate to find there; by the machine's authorities when left out. */
  fingerprint?: string | undefined;
}): GatewayClients {
  const { baseUrl, fingerprint } = options;
  const pin = fingerprint ? createCertificatePin(baseUrl, fingerprint) : null;
  const nodeOptions = { ...HTTP2, ...(pin ? { createConnection: pin.connect } : {}) };
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("authorization", `Bearer ${options.token}`);
    return next(request);
  };
  const client = () =>
    createClient(
      WorkerGatewayService,
      createGrpcTransport({
        baseUrl: options.baseUrl,
        interceptors: [authorize],
        nodeOptions,
        ...PING,
      }),
    );
  const ready = async () => pin?.learn();
  return { control: client(), bulk: client(), tunnels: client(), training: client(), ready };
}
