import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type ControlResponse, ControlResponseSchema } from "@deskrl/protocol/worker-gateway";
import { AsyncQueue } from "../lib/async-queue.ts";
import type { Rejection } from "./read-register.ts";

export type ControlMessage = NonNullable<MessageInitShape<typeof ControlResponseSchema>["message"]>;

/** Messages that may wait for a worker that reads too slowly before it is cut off. */
const MAX_WAITING = 10_000;

/** Far more than a worker has desktops: what is older than so many assignments has begun long ago. */
const MAX_REMEMBERED = 20_000;

/** The control stream of one worker that is connected now. */
export class WorkerConnection {
  readonly workerId: string;
  /** The token it came with. */
  readonly tokenId: string;
  /** Which connection of this worker it is, counted over all control planes; set when it is admitted. */
  epoch = 0;
  /** Desktops this worker was last told to keep. */
  environmentIds: ReadonlySet<string> = new Set();
  /** Assignments that this connection was sent or came with. */
  readonly #taken = new Set<string>();
  readonly #outbox = new AsyncQueue<ControlResponse>();
  readonly #ended = new AbortController();

  /** The worker's clock minus ours, from its last heartbeat. */
  #skewMs = 0;

  constructor(workerId: string, tokenId = "") {
    this.workerId = workerId;
    this.tokenId = tokenId;
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

  /** Whether the worker has this very assignment: it was sent on this connection, or the worker came with it. */
  hasTaken({ episodeId, epoch }: { episodeId: string; epoch: number }): boolean {
    return this.#taken.has(`${episodeId}@${epoch}`);
  }

  take({ episodeId, epoch }: { episodeId: string; epoch: number }): void {
    this.#taken.add(`${episodeId}@${epoch}`);
    const [oldest] = this.#taken;
    if (this.#taken.size > MAX_REMEMBERED && oldest !== undefined) this.#taken.delete(oldest);
  }

  /** Notes what the worker's clock says now. */
  heardAt(sentAtMs: number, now: Date): void {
    if (sentAtMs > 0) this.#skewMs = sentAtMs - now.getTime();
  }

  /** A time by the worker's clock as ours shows it; never in the future. */
  toOurClock(atMs: number, now: Date): number {
    return Math.min(atMs - this.#skewMs, now.getTime());
  }

  /** Tells the worker why it is not wanted any more, and ends the stream. */
  reject(rejection: Rejection): void {
    this.send({ case: "rejected", value: rejection });
    this.close();
  }

  /** Ends the stream after what is queued. */
  close(): void {
    if (this.closed) return;
    this.#outbox.close();
    this.#ended.abort();
  }
}
