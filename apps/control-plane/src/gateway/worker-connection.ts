import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type ControlResponse, ControlResponseSchema } from "@deskrl/protocol/worker-gateway";
import { AsyncQueue } from "../lib/async-queue.ts";

export type ControlMessage = NonNullable<MessageInitShape<typeof ControlResponseSchema>["message"]>;

/** Messages that may wait for a worker that reads too slowly before it is cut off. */
const MAX_WAITING = 10_000;

/** The control stream of one worker that is connected now. */
export class WorkerConnection {
  readonly workerId: string;
  /** Desktops this worker was last told to keep. */
  environmentIds: ReadonlySet<string> = new Set();
  readonly #outbox = new AsyncQueue<ControlResponse>();
  readonly #ended = new AbortController();

  constructor(workerId: string) {
    this.workerId = workerId;
  }

  get outgoing(): AsyncIterable<ControlResponse> {
    return this.#outbox;
  }

  /** Aborts when the connection has ended. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get closed(): boolean {
    return this.#outbox.closed;
  }

  /** Queues a message; false when the connection has ended. */
  send(message: ControlMessage): boolean {
    if (this.#outbox.size >= MAX_WAITING) this.close();
    return this.#outbox.push(create(ControlResponseSchema, { message }));
  }

  /** Ends the stream after what is queued. */
  close(): void {
    if (this.closed) return;
    this.#outbox.close();
    this.#ended.abort();
  }
}
