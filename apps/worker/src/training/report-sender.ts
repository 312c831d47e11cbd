import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import type { TrainerMessage } from "@deskrl/protocol";
import { createBackoff } from "../lib/backoff.ts";
import { createBell } from "../lib/bell.ts";
import { delay } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import type { ReportAnswer, TrainingGateway } from "./training-gateway.ts";

export interface ReportSenderOptions {
  gateway: TrainingGateway;
  jobId: string;
  epoch: bigint;
  log: Log;
  onAnswer: (answer: ReportAnswer) => void;
  timing?: typeof TIMING;
}

/** A lease lives much longer than `renewMs`; reports are gathered for a while, so that one transaction stores several. */
const TIMING = { renewMs: 2_500, gatherMs: 400 };
const MAX_BATCH = { bytes: 4 * 1024 * 1024, messages: 64 };
const BACKOFF = { firstMs: 200, maxMs: 3_000 };
/** What a person waits for does not wait for company. */
const URGENT: ReadonlySet<TrainerMessage["type"]> = new Set([
  "ready",
  "paused",
  "resumed",
  "finished",
  "stopped",
  "failed",
]);

/**
 * Sends what a trainer says, in its order, until all is stored and no more will come. Says nothing at times too, which
 * renews the lease. What was not answered is sent again: storing twice is storing once.
 */
export class ReportSender {
  readonly #options: ReportSenderOptions;
  readonly #bell = createBell();
  #queue: string[] = [];
  #urgent = false;
  #closed = false;

  constructor(options: ReportSenderOptions) {
    this.#options = options;
  }

  push(message: TrainerMessage): void {
    this.#queue.push(JSON.stringify(message));
    this.#urgent ||= URGENT.has(message.type);
    this.#bell.ring();
  }

  /** No more will come: `run` resolves once what there is was sent. */
  close(): void {
    this.#closed = true;
    this.#bell.ring();
  }

  /** @throws AppError `fenced`, `invalid_input`; returns when closed and empty, or when the signal aborts */
  async run(signal: AbortSignal): Promise<void> {
    const { renewMs, gatherMs } = this.#options.timing ?? TIMING;
    const backoff = createBackoff(BACKOFF);
    while (!signal.aborted) {
      if (this.#queue.length === 0) {
        if (this.#closed) return;
        await this.#wait(renewMs, signal);
      }
      if (this.#queue.length > 0 && !this.#urgent && !this.#closed) await this.#gather(gatherMs, signal);
      if (signal.aborted) return;
      try {
        await this.#sendBatch();
        backoff.reset();
      } catch (error) {
        const known = AppError.from(error);
        if (known.code === "fenced" || known.code === "invalid_input") throw known;
        const waitMs = backoff.next();
        this.#options.log.warn(
          { err: error, waitMs },
          "the trainer's reports could not be delivered, they are kept",
        );
        await delay(waitMs, signal);
      }
    }
  }

  async #sendBatch(): Promise<void> {
    const { gateway, jobId, epoch, onAnswer } = this.#options;
    const batch = this.#nextBatch();
    const answer = await gateway.report({ jobId, epoch, messagesJson: batch });
    if (answer.fenced)
      throw new AppError("fenced", "The job is another worker's, or is not wanted any more.");
    this.#queue.splice(0, batch.length);
    this.#urgent &&= this.#queue.length > 0;
    onAnswer(answer);
  }

  #nextBatch(): string[] {
    let bytes = 0;
    const end = this.#queue.findIndex((line, index) => {
      bytes += line.length;
      return index > 0 && (bytes > MAX_BATCH.bytes || index >= MAX_BATCH.messages);
    });
    return end < 0 ? [...this.#queue] : this.#queue.slice(0, end);
  }

  /** Until something rings, at most so long. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const late = new AbortController();
    const timer = sleep(ms, undefined, { signal: late.signal }).catch(() => {});
    const rung = this.#bell.wait(AbortSignal.any([signal, late.signal]));
    await Promise.race([timer, rung]);
    late.abort();
    await rung;
  }

  /** Lets more come, unless what came is waited for. */
  async #gather(ms: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + ms;
    while (!this.#urgent && !this.#closed && !signal.aborted) {
      const left = until - performance.now();
      if (left <= 0) return;
      await this.#wait(left, signal);
    }
  }
}
