import type { Duplex } from "node:stream";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { type TunnelRequest, TunnelRequestSchema } from "@deskrl/protocol/worker-gateway";
import type { GatewayClient } from "../gateway/gateway-client.ts";
import type { Log } from "../lib/log.ts";

export interface OpenTunnelOptions {
  tunnelId: string;
  environmentId: string;
  desktopOf: (environmentId: string) => Desktop;
  client: Pick<GatewayClient, "tunnel">;
  signal: AbortSignal;
  log: Log;
}

const CONNECT_TIMEOUT_MS = 8_000;

/**
 * Joins a desktop's RFB stream with a stream to the control plane until one of the two ends. Each side is read only as
 * fast as the other takes it. A desktop that cannot be reached is said in words.
 */
export async function openTunnel(options: OpenTunnelOptions): Promise<void> {
  const { tunnelId, client, log } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const desktop = await connect(options).catch((error: unknown) => AppError.from(error));
  try {
    if (desktop instanceof AppError) {
      log.warn({ tunnelId, err: desktop }, "no stream to the desktop");
      await drain(client.tunnel(only({ tunnelId, error: desktop.describe() }), { signal }));
      return;
    }
    // The control plane's end closes the desktop's, and with it what `fromDesktop` reads.
    for await (const { data } of client.tunnel(
      fromDesktop(tunnelId, desktop, () => ended.abort()),
      { signal },
    )) {
      await write(desktop, data, signal);
    }
  } catch (error) {
    if (!signal.aborted) log.info({ tunnelId, err: error }, "tunnel broke");
  } finally {
    ended.abort();
    if (!(desktop instanceof AppError)) desktop.destroy();
  }
}

async function connect({ desktopOf, environmentId, signal }: OpenTunnelOptions): Promise<Duplex> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
  return desktopOf(environmentId).rfb({ signal: limit });
}

type Message = MessageInitShape<typeof TunnelRequestSchema>;

async function* only(message: Message): AsyncGenerator<TunnelRequest> {
  yield create(TunnelRequestSchema, message);
}

/** Names the tunnel, then carries the desktop's bytes; reading on only once the last piece was taken. */
async function* fromDesktop(
  tunnelId: string,
  desktop: Duplex,
  end: () => void,
): AsyncGenerator<TunnelRequest> {
  yield create(TunnelRequestSchema, { tunnelId });
  try {
    for await (const data of desktop) yield create(TunnelRequestSchema, { data });
  } catch {
    // A stream that broke says no more than one that ended.
  }
  end();
}

/** Resolves when the desktop has room for more. */
async function write(desktop: Duplex, data: Uint8Array, signal: AbortSignal): Promise<void> {
  if (data.length === 0 || desktop.write(data)) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      desktop.off("drain", done);
      desktop.off("close", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    desktop.once("drain", done);
    desktop.once("close", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

async function drain(responses: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of responses) {
    // Nothing comes back on a tunnel that could not be opened.
  }
}
