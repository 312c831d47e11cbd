import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_UNACKNOWLEDGED, type TrainerJob, type TrainerMessage } from "@deskrl/protocol";
import type { Trainer, TrainerYield } from "@deskrl/training";
import type { CommandInbox } from "./command-inbox.ts";
import { type WrittenFile, writeVerified } from "./job-inputs.ts";

/** Time between two signs of life inside a unit of work. */
const PROGRESS_EVERY_MS = 250;

export interface TrainerSessionOptions {
  inbox: CommandInbox;
  trainer: Trainer;
  job: TrainerJob;
  say: (message: TrainerMessage) => void;
  /** Loads the bytes of a checkpoint as a resume would. */
  verify: (bytes: Uint8Array) => Promise<void>;
  clock: () => number;
  checkpointEveryMs: number;
}

/** A trainer at work: one unit after the other, with a look at what is wanted between two of them. */
export class TrainerSession {
  readonly #options: TrainerSessionOptions;
  #nextReport = 0;
  #savedAt: number;
  #files = 0;
  #poolReport: TrainerYield["poolReport"] = null;
  #evaluation: TrainerYield["evaluation"] = null;

  constructor(options: TrainerSessionOptions) {
    this.#options = options;
    this.#savedAt = options.clock();
  }

  async run(): Promise<void> {
    const { inbox, trainer, say, clock, checkpointEveryMs } = this.#options;
    say({ type: "ready", plannedSteps: trainer.plannedSteps, restored: trainer.restored });
    for (;;) {
      await nextTurn();
      if (inbox.closed) return;
      if (inbox.wish === "stop") return say({ type: "stopped" });
      if (inbox.wish === "finish" || trainer.done) return this.#finish();
      if (inbox.wish === "pause") await this.#pause(null);
      else if (inbox.checkpointAsked || clock() - this.#savedAt >= checkpointEveryMs) {
        inbox.checkpointAsked = false;
        say({ type: "checkpoint", ...(await this.#save()) });
      } else if (this.#nextReport - 1 - inbox.acknowledged >= MAX_UNACKNOWLEDGED) await inbox.change();
      else await this.#work();
    }
  }

  async #work(): Promise<void> {
    const { trainer, say, clock } = this.#options;
    let toldAt = Number.NEGATIVE_INFINITY;
    const unit = await trainer.next({
      onProgress(progress) {
        if (clock() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = clock();
        say({ type: "progress", ...progress });
      },
    });
    if (!unit) return;
    this.#poolReport = unit.poolReport ?? this.#poolReport;
    this.#evaluation = unit.evaluation ?? this.#evaluation;
    const { step, policyVersion, episodes, groups } = unit;
    const metrics = Object.fromEntries(
      Object.entries(unit.metrics).map(([name, value]) => [name, toMetricValue(value)]),
    );
    const report = this.#nextReport++;
    say({ type: "report", report, step, policyVersion, metrics, episodes, groups, at: clock() });
    if (unit.pauseReason && !unit.done) await this.#pause(unit.pauseReason);
  }

  /** Stands still, with a checkpoint, until something else is wanted. */
  async #pause(reason: string | null): Promise<void> {
    const { inbox, say } = this.#options;
    if (reason !== null && inbox.wish === "run") inbox.wish = "pause";
    say({ type: "paused", ...(await this.#save()), reason });
    while (inbox.wish === "pause" && !inbox.closed) await inbox.change();
    if (inbox.wish === "run" && !inbox.closed) say({ type: "resumed" });
  }

  async #finish(): Promise<void> {
    const { trainer, job, say } = this.#options;
    const saved = await this.#save();
    const pool = trainer.pool();
    say({
      type: "finished",
      ...saved,
      pool: pool ? await writeVerified(job.folder, "pool.bin", pool) : null,
      poolReport: this.#poolReport,
      evaluation: this.#evaluation,
    });
  }

  async #save(): Promise<{ step: number; report: number; file: WrittenFile }> {
    const { trainer, job, verify, clock } = this.#options;
    const bytes = trainer.checkpoint();
    await verify(bytes);
    const file = await writeVerified(job.folder, `checkpoint-${this.#files++}.bin`, bytes);
    this.#savedAt = clock();
    return { step: trainer.step, report: this.#nextReport, file };
  }
}

/** JSON has no number for these three. */
function toMetricValue(value: number): number | "NaN" | "Infinity" | "-Infinity" {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}
