import { readFile, writeFile } from "node:fs/promises";
import type { PhaseDesiredState } from "@deskrl/domain";
import { type TrainerJob, TrainerMessage } from "@deskrl/protocol";
import { delay } from "../lib/delay.ts";
import type { LeasedJob, TrainingGateway } from "../training/training-gateway.ts";

/** A control plane of one job, in memory, for tests of what hosts its trainer. */
export class MemoryTrainingGateway implements TrainingGateway {
  readonly queue: TrainerJob[] = [];
  /** All that was stored, in order. */
  readonly stored: TrainerMessage[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  desiredState: PhaseDesiredState = "running";
  fenced = false;
  /** Calls that fail before one succeeds. */
  failures = 0;
  renewals = 0;

  async lease(signal: AbortSignal): Promise<LeasedJob | null> {
    const job = this.queue.shift();
    if (job) return { job, epoch: 1n, leaseTtlMs: 15_000 };
    await delay(50, signal);
    return null;
  }

  async report({ messagesJson }: { messagesJson: string[] }) {
    this.#mayFail();
    if (messagesJson.length === 0) this.renewals += 1;
    if (!this.fenced)
      for (const text of messagesJson) this.stored.push(TrainerMessage.parse(JSON.parse(text)));
    const storedReports = this.reports().length;
    return { storedReports, desiredState: this.desiredState, fenced: this.fenced };
  }

  async download(hash: string, path: string): Promise<void> {
    this.#mayFail();
    await writeFile(path, this.blobs.get(hash) ?? "");
  }

  async upload({ path, hash }: { path: string; hash: string }): Promise<void> {
    this.#mayFail();
    this.blobs.set(hash, await readFile(path));
  }

  reports() {
    return this.stored.filter(({ type }) => type === "report");
  }

  last<T extends TrainerMessage["type"]>(type: T) {
    const found = this.stored.findLast((message) => message.type === type);
    return found as Extract<TrainerMessage, { type: T }> | undefined;
  }

  #mayFail(): void {
    if (this.failures === 0) return;
    this.failures -= 1;
    throw new Error("the control plane is away");
  }
}
