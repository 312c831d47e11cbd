import { rm } from "node:fs/promises";
import { createBackoff } from "../lib/backoff.ts";
import { createBell } from "../lib/bell.ts";
import { delay } from "../lib/delay.ts";
import { type TrainingJobOptions, TrainingJobRun } from "./training-job-run.ts";

export interface TrainingHostOptions extends Omit<TrainingJobOptions, "onChange"> {
  /** Trainers at work at a time; paused ones wait beside them. */
  trainers: number;
}

const BACKOFF = { firstMs: 200, maxMs: 5_000 };

/** Takes training jobs as long as there is a place for a trainer, and carries them out. */
export class TrainingHost {
  readonly #options: TrainingHostOptions;
  readonly #runs = new Set<TrainingJobRun>();
  readonly #changed = createBell();
  readonly #closing = new AbortController();

  constructor(options: TrainingHostOptions) {
    this.#options = options;
  }

  /** Jobs of which something runs here. */
  get jobs(): readonly TrainingJobRun[] {
    return [...this.#runs];
  }

  /** Asks for jobs until the signal aborts. What an earlier life of this worker left on the disk is removed first. */
  async run(signal: AbortSignal): Promise<void> {
    const { trainers, gateway, root, log } = this.#options;
    if (trainers === 0) return;
    await rm(root, { recursive: true, force: true });
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    const backoff = createBackoff(BACKOFF);
    while (!ended.aborted) {
      if ([...this.#runs].filter((run) => !run.paused).length >= trainers) {
        await this.#changed.wait(ended);
        continue;
      }
      try {
        const leased = await gateway.lease(ended);
        if (leased) this.#start(leased);
        backoff.reset();
      } catch (error) {
        if (ended.aborted) return;
        const waitMs = backoff.next();
        log.debug({ err: error, waitMs }, "no answer to the question for a training job");
        await delay(waitMs, ended);
      }
    }
  }

  /** Takes no more jobs; running ones save what they have and are given back. */
  async stop(withinMs: number): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#runs].map((run) => run.stop(withinMs)));
  }

  #start(leased: ConstructorParameters<typeof TrainingJobRun>[0]): void {
    const { job } = leased;
    this.#options.log.info({ jobId: job.jobId, phaseId: job.phaseId, kind: job.kind }, "training job begins");
    const run = new TrainingJobRun(leased, { ...this.#options, onChange: () => this.#changed.ring() });
    this.#runs.add(run);
    void run.done.finally(() => {
      this.#runs.delete(run);
      this.#changed.ring();
      this.#options.log.info({ jobId: job.jobId }, "training job has ended");
    });
  }
}
