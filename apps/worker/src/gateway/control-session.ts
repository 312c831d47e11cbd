import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { AppError, ERROR_CODES, type ErrorCode } from "@deskrl/domain";
import {
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  type Register,
  type RegisterSchema,
} from "@deskrl/protocol/worker-gateway";
import { AsyncQueue } from "../lib/async-queue.ts";
import type { GatewayClient } from "./gateway-client.ts";

export type ControlMessage = NonNullable<MessageInitShape<typeof ControlRequestSchema>["message"]>;
export type RegisterMessage = MessageInitShape<typeof RegisterSchema>;
export type IncomingMessage = ControlResponse["message"];
export type { Register };

/** Heartbeats that may stay unanswered before the connection counts as dead. */
const MISSED_BEATS = 5;
const REGISTER_TIMEOUT_MS = 10_000;

export interface ControlSessionOptions {
  client: GatewayClient;
  register: () => RegisterMessage;
  heartbeat: () => MessageInitShape<typeof ControlRequestSchema>["message"];
  /** Called once it is registered: the time to tell the state of everything. */
  onRegistered: (send: (message: ControlMessage) => void, leaseTtlMs: number) => void;
  onMessage: (message: IncomingMessage) => void;
  signal: AbortSignal;
}

/**
 * One control stream, from registration to its end.
 * @throws AppError with the control plane's words when it refuses this worker; otherwise why the stream ended
 */
export async function runControlSession(options: ControlSessionOptions): Promise<void> {
  const { client, register, heartbeat, onRegistered, onMessage } = options;
  const dead = new AbortController();
  const signal = AbortSignal.any([options.signal, dead.signal]);
  const outbox = new AsyncQueue<ControlRequest>();
  const send = (message: ControlMessage) => outbox.push(create(ControlRequestSchema, { message }));
  const watchdog = createWatchdog(() => dead.abort(unanswered()));
  let beats: NodeJS.Timeout | undefined;
  const end = () => outbox.end();
  signal.addEventListener("abort", end);
  try {
    send({ case: "register", value: register() });
    watchdog.expect(REGISTER_TIMEOUT_MS);
    for await (const { message } of client.control(outbox, { signal })) {
      if (message.case === "rejected") throw refusal(message.value);
      if (message.case === "registered") {
        const { heartbeatIntervalMs, leaseTtlMs } = message.value;
        const beat = () => {
          const value = heartbeat();
          if (value) send(value);
        };
        clearInterval(beats);
        beats = setInterval(beat, heartbeatIntervalMs);
        watchdog.expect(heartbeatIntervalMs * MISSED_BEATS);
        onRegistered(send, leaseTtlMs);
        beat();
      } else onMessage(message);
      watchdog.heard();
    }
  } catch (error) {
    throw dead.signal.aborted ? dead.signal.reason : error;
  } finally {
    signal.removeEventListener("abort", end);
    clearInterval(beats);
    watchdog.stop();
    outbox.end();
    dead.abort();
  }
}

/** Every heartbeat is answered, so a quiet stream is a dead one. */
function createWatchdog(onSilence: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let limitMs = 0;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, limitMs);
  };
  return {
    expect: (ms: number) => {
      limitMs = ms;
      arm();
    },
    heard: arm,
    stop: () => clearTimeout(timer),
  };
}

function unanswered(): AppError {
  return new AppError("worker_unavailable", "The control plane does not answer heartbeats any more.", {
    where: "control stream",
    fix: "The worker dials again by itself.",
  });
}

function refusal({ code, message, fix }: { code: string; message: string; fix: string }): AppError {
  const known = (Object.keys(ERROR_CODES) as ErrorCode[]).find((candidate) => candidate === code);
  return new AppError(known ?? "forbidden", message, { where: "registration", fix });
}
