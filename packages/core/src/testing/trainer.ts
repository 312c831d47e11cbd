import type { PhaseRow } from "@deskrl/db";
import { AppError, type PhaseKind, type TrainingSpec } from "@deskrl/domain";
import type { z } from "zod";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { acknowledgeCheckpoint } from "../training/acknowledge-checkpoint.ts";
import { acknowledgeFailed } from "../training/acknowledge-failed.ts";
import { acknowledgeFinished, type FinishedMessage } from "../training/acknowledge-finished.ts";
import { acknowledgePaused } from "../training/acknowledge-paused.ts";
import { acknowledgeProgress } from "../training/acknowledge-progress.ts";
import { acknowledgeReady } from "../training/acknowledge-ready.ts";
import { acknowledgeResumed } from "../training/acknowledge-resumed.ts";
import { acknowledgeStopped } from "../training/acknowledge-stopped.ts";
import { advanceTraining } from "../training/advance-trainings.ts";
import { claimJob, type JobClaim, type JobLease } from "../training/claim-job.ts";
import { createTraining } from "../training/create-training.ts";
import { leaseTrainingJob } from "../training/lease-training-job.ts";
import { renewTrainingLease } from "../training/renew-training-lease.ts";
import { ACTOR } from "./fleet.ts";

export const TRAINER_LEASE_MS = 15_000;

/** A trainer as the control plane sees one: a leased job, and messages about it. */
export class LeasedTrainer {
  readonly #ctx: CoreContext;
  readonly lease: JobLease;
  readonly job: NonNullable<Awaited<ReturnType<typeof leaseTrainingJob>>>["job"];

  constructor(ctx: CoreContext, { lease, job }: Pick<LeasedTrainer, "lease" | "job">) {
    this.#ctx = ctx;
    this.lease = lease;
    this.job = job;
  }

  get kind(): PhaseKind {
    return this.job.kind;
  }

  /** @returns false when it is fenced */
  async tell(say: (unit: UnitOfWork, claim: JobClaim) => Promise<void>): Promise<boolean> {
    return commit(this.#ctx, async (unit) => {
      const claim = await claimJob(unit.tx, this.lease);
      if (!claim) return false;
      await say(unit, claim);
      return true;
    });
  }

  ready(plannedSteps = 10, restoredStep: number | null = null) {
    const restored =
      restoredStep === null
        ? null
        : {
            step: restoredStep,
            optimiser: true,
            reference: true,
            random: true,
            dataCursor: 0,
            policyVersion: 0,
          };
    return this.tell((unit, claim) =>
      acknowledgeReady(unit, claim, { type: "ready", plannedSteps, restored }),
    );
  }
  report(step: number) {
    return this.tell((unit, claim) => acknowledgeProgress(this.#ctx, unit, claim, { step, progress: null }));
  }

  /** A sign of life that is no report, such as that of a trainer which still prepares. */
  prepares(done: number, total: number) {
    const progress = { done, total, what: "successes replayed" };
    return this.tell((unit, claim) => acknowledgeProgress(this.#ctx, unit, claim, { progress }));
  }
  checkpoint(step: number) {
    return this.tell((unit, claim) =>
      acknowledgeCheckpoint(unit, claim, { step, hash: `checkpoint-${step}` }),
    );
  }
  paused(step: number, reason: string | null = null) {
    return this.tell((unit, claim) =>
      acknowledgePaused(this.#ctx, unit, claim, { step, hash: `checkpoint-${step}`, reason }),
    );
  }
  resumed() {
    return this.tell((unit, claim) => acknowledgeResumed(unit, claim));
  }
  finished(step = 10, more: Partial<FinishedMessage> = {}) {
    const message = {
      step,
      hash: `end-${this.job.phaseId}`,
      pool: null,
      poolReport: null,
      evaluation: null,
      ...more,
    };
    return this.tell((unit, claim) => acknowledgeFinished(unit, claim, message));
  }
  stopped() {
    return this.tell((unit, claim) => acknowledgeStopped(this.#ctx, unit, claim));
  }
  failed(code: string, message = "It broke.") {
    return this.tell((unit, claim) =>
      acknowledgeFailed(this.#ctx, unit, claim, { type: "failed", code, message }),
    );
  }
  renew() {
    return renewTrainingLease(this.#ctx, { ...this.lease, leaseTtlMs: TRAINER_LEASE_MS });
  }
}

/** Leases the next job as a worker would. @throws when none is queued */
export async function leaseTrainer(ctx: CoreContext, workerId = "wrk_one"): Promise<LeasedTrainer> {
  const leased = await leaseTrainingJob(ctx, { workerId, leaseTtlMs: TRAINER_LEASE_MS });
  if (!leased) throw new AppError("not_found", "No job is queued.");
  const { job, epoch } = leased;
  return new LeasedTrainer(ctx, { lease: { workerId, jobId: job.jobId, epoch }, job });
}

/** A training run whose first phase has its job queued. */
export async function startTraining(ctx: CoreContext, spec: z.input<typeof TrainingSpec> = {}) {
  const run = await createTraining(ctx, { actor: ACTOR, spec });
  await advanceTraining(ctx);
  const phases = (): Promise<PhaseRow[]> =>
    ctx.db.prisma.phase.findMany({
      where: { runId: run.id },
      orderBy: [{ createdAt: "asc" }, { ordinal: "asc" }, { id: "asc" }],
    });
  const phase = async (index = 0): Promise<PhaseRow> => {
    const row = (await phases())[index];
    if (!row) throw new AppError("not_found", `There is no phase ${index}.`);
    return row;
  };
  return { run, phases, phase };
}

/** Carries out the next phase from its lease to its end. */
export async function playPhase(
  ctx: CoreContext,
  { steps = 10, ...more }: Partial<FinishedMessage> & { steps?: number } = {},
): Promise<LeasedTrainer> {
  await advanceTraining(ctx);
  const trainer = await leaseTrainer(ctx);
  await trainer.ready(steps);
  await trainer.report(steps);
  await trainer.finished(steps, more);
  await advanceTraining(ctx);
  return trainer;
}

export async function clearTraining(ctx: CoreContext): Promise<void> {
  await ctx.db.prisma
    .$executeRaw`TRUNCATE runs, branches, phases, training_jobs, events, audit_log, workers CASCADE`;
}
