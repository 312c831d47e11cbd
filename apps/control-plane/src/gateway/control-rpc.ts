import type { MessageInitShape } from "@bufbuild/protobuf";
import { disconnectWorker } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import type { ControlRequest, ControlResponseSchema } from "@deskrl/protocol/worker-gateway";
import { admitWorker } from "./admit-worker.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { handleControlMessage } from "./handle-control-message.ts";
import { handleHeartbeat } from "./handle-heartbeat.ts";
import { type Rejection, readRegister } from "./read-register.ts";
import { ReportQueue } from "./report-queue.ts";
import { WorkerConnection } from "./worker-connection.ts";

type Response = MessageInitShape<typeof ControlResponseSchema>;

/** Serves one worker for as long as it is connected: takes it in, then carries messages both ways. */
export async function* serveControl(
  gateway: GatewayContext,
  requests: AsyncIterable<ControlRequest>,
  { signal, tokenId }: { signal: AbortSignal; tokenId: string },
): AsyncGenerator<Response> {
  const reader = requests[Symbol.asyncIterator]();
  const first = await reader.next();
  const read = readRegister(first.done ? undefined : first.value);
  if ("rejection" in read) return yield rejected(read.rejection);
  const connection = new WorkerConnection(read.register.workerId, tokenId);
  const end = () => connection.close();
  signal.addEventListener("abort", end, { once: true });
  try {
    await admitWorker(gateway, connection, read);
  } catch (error) {
    gateway.log.error({ err: error, workerId: connection.workerId }, "worker not admitted");
    return yield rejected(rejectionOf(error));
  }
  try {
    void receive(gateway, connection, reader);
    yield* connection.outgoing;
  } finally {
    end();
    gateway.log.info({ workerId: connection.workerId }, "worker disconnected");
    await disconnectWorker(gateway.core, connection).catch((error: unknown) =>
      gateway.report(error, "end of a worker's connection"),
    );
  }
}

/** Takes a worker's messages, in order, until it ends, the stream breaks, or it has been silent for a lease. */
async function receive(
  gateway: GatewayContext,
  connection: WorkerConnection,
  reader: AsyncIterator<ControlRequest>,
): Promise<void> {
  const silence = setTimeout(() => connection.close(), gateway.timing.leaseTtlMs);
  const reports = new ReportQueue({ ...gateway, workerId: connection.workerId });
  try {
    while (!connection.closed) {
      const next = await reader.next();
      if (next.done) return;
      silence.refresh();
      const { message } = next.value;
      if (message.case === "heartbeat") void handleHeartbeat(gateway, connection, message.value);
      else if (message.case === "environment") reports.push(message.value);
      else await handleOne(gateway, connection, next.value);
    }
  } catch {
    // A stream that broke is a worker that is gone.
  } finally {
    clearTimeout(silence);
    connection.close();
  }
}

async function handleOne(
  gateway: GatewayContext,
  connection: WorkerConnection,
  request: ControlRequest,
): Promise<void> {
  try {
    await handleControlMessage(gateway, connection, request);
  } catch (error) {
    gateway.log.error(
      { err: error, workerId: connection.workerId, kind: request.message.case },
      "message of a worker failed",
    );
  }
}

function rejectionOf(error: unknown): Rejection {
  const app = AppError.from(error);
  const message = app.code === "internal" ? "The control plane could not take the worker in." : app.message;
  return { code: app.code, message, fix: app.fix ?? "Look at the control plane's log." };
}

function rejected(value: Rejection): Response {
  return { message: { case: "rejected", value } };
}
