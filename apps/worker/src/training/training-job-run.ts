import { AppError, type PhaseDesiredState } from "@deskrl/domain";
import { MAX_UNACKNOWLEDGED, type TrainerCommand, type TrainerMessage } from "@deskrl/protocol";
import { settledWithin } from "../lib/delay.ts";
import type { Log } from "../lib/log.ts";
import { deliverFiles } from "./deliver-files.ts";
import { failureMessage } from "./failure-message.ts";
import { openJobFolder, removeJobFolder } from "./job-folder.ts";
import { ReportSender } from "./report-sender.ts";
import { StallWatch } from "./stall-watch.ts";
import { TrainerProcess, type TrainerProgram } from "./trainer-process.ts";
import type { LeasedJob, ReportAnswer, TrainingGateway } from "./training-gateway.ts";

export interface TrainingJobOptions {
  gateway: TrainingGateway;
  program: TrainerProgram;
  /** Folder for the folders of jobs. */
  root: string;
  log: Log;
  /** Silence after which a trainer that should be at work counts as stuck. */
  stallMs: number;
  /** A paused trainer that nobody asks for is ended after so long; it goes on from its checkpoint. */
  keepPausedMs: number;
  /** Called when it begins or ceases to take the place of a trainer. */
  onChange: () => void;
}

const COMMANDS: Readonly<
  Record<PhaseDesiredState, TrainerCommand["type"] & ("resume" | "pause" | "finish" | "stop")>
> = {
  running: "resume",
  paused: "pause",
  finished: "finish",
  stopped: "stop",
};

/** One leased job from its lease to its end: its files, its trainer, what that says, and what is wanted of it. */
export class TrainingJobRun {
  readonly #leased: LeasedJob;
  readonly #options: TrainingJobOptions;
  readonly #life = new AbortController();
  readonly #sender: ReportSender;
  readonly #stall: StallWatch;
  readonly done: Promise<void>;
  #process: TrainerProcess | null = null;
  #told: PhaseDesiredState = "running";
  #lastReport = -1;
  #acknowledged = -1;
  #paused = false;
  #ended = false;
  #release: NodeJS.Timeout | undefined;
  #saved: (() => void) | null = null;

  constructor(leased: LeasedJob, options: TrainingJobOptions) {
    this.#leased = leased;
    this.#options = options;
    const { gateway, log } = options;
    const { jobId } = leased.job;
    const { epoch } = leased;
    this.#sender = new ReportSender({
      gateway,
      jobId,
      epoch,
      log,
      onAnswer: (answer) => this.#answered(answer),
    });
    this.#stall = new StallWatch({
      limitMs: options.stallMs,
      isWaiting: () => this.#paused || this.#lastReport - this.#acknowledged >= MAX_UNACKNOWLEDGED,
      onStall: (silentMs) => this.#fail(stalled(silentMs)),
    });
    this.done = this.#run();
  }

  get jobId(): string {
    return this.#leased.job.jobId;
  }

  /** A paused trainer waits and takes nobody's place. */
  get paused(): boolean {
    return this.#paused;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Lets the trainer save what it has, within the time, and gives the job back for another attempt. */
  async stop(withinMs: number): Promise<void> {
    if (!this.#paused && this.#process && !this.#ended) {
      const saved = new Promise<void>((resolve) => {
        this.#saved = resolve;
      });
      this.#process.send({ type: "checkpoint" });
      await settledWithin(Promise.race([saved, this.done]), withinMs);
    }
    this.#fail(new AppError("worker_unavailable", "The worker was stopped."));
    if (!(await settledWithin(this.done, withinMs)))
      this.#life.abort(new AppError("cancelled", "The worker ends."));
    await this.done;
  }

  async #run(): Promise<void> {
    const { log, root, gateway } = this.#options;
    const { signal } = this.#life;
    const sending = this.#sender.run(signal).catch((error: unknown) => this.#refused(AppError.from(error)));
    let folder = "";
    try {
      const job = await openJobFolder(this.#leased.job, { root, gateway, signal });
      folder = job.folder;
      if (!this.#ended) await this.#train(job);
    } catch (error) {
      if (!signal.aborted) this.#fail(AppError.from(error));
    } finally {
      this.#stall.stop();
      clearTimeout(this.#release);
      this.#process?.kill();
      this.#sender.close();
      await sending;
      await this.#process?.ended;
      if (folder)
        await removeJobFolder(folder).catch((error: unknown) =>
          log.warn({ err: error }, "a job's folder is left"),
        );
      this.#options.onChange();
    }
  }

  async #train(job: LeasedJob["job"]): Promise<void> {
    const { program, log } = this.#options;
    const { jobId, phaseId } = job;
    const process = new TrainerProcess(program, {
      cwd: job.folder,
      onLog: (line) => log.info({ jobId, phaseId, line }, "trainer"),
    });
    this.#process = process;
    this.#life.signal.addEventListener("abort", () => process.kill(), { once: true });
    process.send({ type: "start", job });
    this.#stall.start();
    for await (const message of process.messages()) {
      await this.#heard(message);
      if (this.#ended) return;
    }
    const reason = await process.ended;
    if (!this.#ended && !this.#life.signal.aborted) throw died(reason, process.tail);
  }

  async #heard(message: TrainerMessage): Promise<void> {
    const { gateway } = this.#options;
    this.#stall.hold();
    await deliverFiles(message, { gateway, signal: this.#life.signal });
    this.#stall.heard();
    if (this.#ended) return;
    if (message.type === "report") this.#lastReport = message.report;
    if (message.type === "paused" || message.type === "resumed") this.#setPaused(message.type === "paused");
    this.#sender.push(message);
    if (message.type === "checkpoint" || message.type === "paused") this.#saved?.();
    if (message.type === "finished" || message.type === "stopped" || message.type === "failed")
      this.#ended = true;
  }

  #setPaused(paused: boolean): void {
    this.#paused = paused;
    clearTimeout(this.#release);
    if (paused)
      this.#release = setTimeout(() => {
        this.#fail(new AppError("worker_unavailable", "The paused trainer was ended to free its memory."));
      }, this.#options.keepPausedMs);
    this.#options.onChange();
  }

  #answered({ storedReports, desiredState }: ReportAnswer): void {
    if (storedReports - 1 > this.#acknowledged) {
      this.#acknowledged = storedReports - 1;
      this.#process?.send({ type: "acknowledge", report: this.#acknowledged });
    }
    if (!this.#process || desiredState === this.#told) return;
    this.#told = desiredState;
    this.#process.send({ type: COMMANDS[desiredState] });
  }

  /** Ends the trainer and tells why; the first reason is the one that counts. */
  #fail(error: AppError): void {
    if (this.#ended) return;
    this.#ended = true;
    const { jobId } = this;
    this.#options.log.warn({ jobId, code: error.code, reason: error.message }, "training job given up");
    this.#sender.push(failureMessage(error));
    this.#sender.close();
    this.#process?.kill();
  }

  /** The control plane takes nothing more of this job. */
  async #refused(error: AppError): Promise<void> {
    const { log, gateway } = this.#options;
    const { jobId } = this;
    const { epoch } = this.#leased;
    if (!(this.#ended && error.code === "fenced"))
      log.warn({ jobId, code: error.code, reason: error.message }, "refused");
    this.#ended = true;
    this.#life.abort(error);
    if (error.code !== "invalid_input") return;
    const reason = new AppError(
      "trainer_failed",
      `The control plane cannot read the trainer: ${error.message}`,
    );
    const messagesJson = [JSON.stringify(failureMessage(reason))];
    await gateway.report({ jobId, epoch, messagesJson }).catch(() => {});
  }
}

function stalled(silentMs: number): AppError {
  const seconds = Math.round(silentMs / 1000);
  return new AppError("trainer_stalled", `The trainer said nothing for ${seconds} s and was ended.`);
}

function died(reason: string, tail: string): AppError {
  return new AppError(
    "trainer_failed",
    `The trainer ${reason}, without a word.`,
    tail ? { where: tail } : {},
  );
}
