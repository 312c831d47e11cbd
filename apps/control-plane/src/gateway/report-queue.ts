import { type CoreContext, type ReportEnvironmentsInput, reportEnvironments } from "@deskrl/core";
import { EnvironmentState } from "@deskrl/domain";
import type { EnvironmentReport } from "@deskrl/protocol/worker-gateway";
import type { Log } from "../lib/log.ts";

/** Written in one transaction, at most. */
const BATCH = 500;

export interface ReportQueueOptions {
  core: CoreContext;
  workerId: string;
  log: Log;
}

/**
 * What one worker says of its desktops, on its way into the database. Reports that come while others are written wait, the
 * latest of each desktop only, and are then written together; so a thousand at once delay no heartbeat and fill no memory.
 */
export class ReportQueue {
  readonly #options: ReportQueueOptions;
  readonly #waiting = new Map<string, EnvironmentReport>();
  #writing: Promise<void> | null = null;

  constructor(options: ReportQueueOptions) {
    this.#options = options;
  }

  push(report: EnvironmentReport): void {
    // Taken out and put in again, so that the order of last words is kept.
    this.#waiting.delete(report.environmentId);
    this.#waiting.set(report.environmentId, report);
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when all that was pushed is written. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #drain(): Promise<void> {
    // What comes in the same turn is written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, BATCH);
      for (const { environmentId } of batch) this.#waiting.delete(environmentId);
      await this.#write(batch);
    }
  }

  /** Nothing for a state that this build does not know; the other reports are written. */
  #read(told: EnvironmentReport): ReportEnvironmentsInput["reports"] {
    const { environmentId, reason, cause, generation, width, height } = told;
    const state = EnvironmentState.safeParse(told.state);
    if (!state.success) {
      this.#options.log.warn({ environmentId, state: told.state }, "report of an unknown state not applied");
      return [];
    }
    return [
      {
        environmentId,
        state: state.data,
        reason: reason || null,
        cause: cause || null,
        generation,
        ...(width > 0 && height > 0 ? { width, height } : {}),
      },
    ];
  }

  async #write(batch: readonly EnvironmentReport[]): Promise<void> {
    const { core, workerId, log } = this.#options;
    try {
      const reports = batch.flatMap((told) => this.#read(told));
      const outcomes = await reportEnvironments(core, { workerId, reports });
      for (const [environmentId, { outcome, message }] of outcomes)
        if (outcome !== "applied" && outcome !== "unchanged")
          log.info({ workerId, environmentId, outcome }, `report not applied: ${message}`);
    } catch (error) {
      log.error({ err: error, workerId, reports: batch.length }, "reports of desktops were not written");
    }
  }
}
