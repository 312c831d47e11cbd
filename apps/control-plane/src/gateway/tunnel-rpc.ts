import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TunnelRequest, TunnelResponseSchema } from "@deskrl/protocol/worker-gateway";
import { toConnectError } from "./error-interceptor.ts";
import type { TunnelBroker, WorkerTunnelEnd } from "./tunnel-broker.ts";

type Response = MessageInitShape<typeof TunnelResponseSchema>;

/** Serves one stream that a worker opened: its first message says which tunnel it is. */
export async function* serveTunnel(
  broker: TunnelBroker,
  requests: AsyncIterable<TunnelRequest>,
  signal: AbortSignal,
): AsyncGenerator<Response> {
  const reader = requests[Symbol.asyncIterator]();
  const first = await reader.next();
  if (first.done) return;
  const { tunnelId, error, data } = first.value;
  let end: WorkerTunnelEnd;
  try {
    if (error) return broker.refuse(tunnelId, error);
    end = broker.accept(tunnelId);
  } catch (failure) {
    throw toConnectError(failure);
  }
  signal.addEventListener("abort", end.close, { once: true });
  void pump(reader, data, end);
  try {
    for await (const bytes of end.outgoing) yield { data: bytes };
  } finally {
    end.close();
  }
}

/** Carries the desktop's bytes until the worker ends its side or the stream breaks; both are the tunnel's end. */
async function pump(
  reader: AsyncIterator<TunnelRequest>,
  head: Uint8Array,
  end: WorkerTunnelEnd,
): Promise<void> {
  try {
    if (head.length > 0) await end.receive(head);
    for (;;) {
      const next = await reader.next();
      if (next.done) return;
      if (next.value.data.length > 0) await end.receive(next.value.data);
    }
  } catch {
    // A stream that broke says no more than one that ended.
  } finally {
    end.close();
  }
}
