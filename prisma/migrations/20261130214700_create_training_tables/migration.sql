-- AlterTable
ALTER TABLE "episodes" ADD COLUMN     "group_index" INTEGER,
ADD COLUMN     "iteration" INTEGER,
ADD COLUMN     "member" INTEGER,
ADD COLUMN     "phase_id" TEXT,
ADD COLUMN     "seed" INTEGER,
ADD COLUMN     "split" TEXT;

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'evaluation',
ADD COLUMN     "training" JSONB;

-- AlterTable
ALTER TABLE "steps" ADD COLUMN     "advantage" DOUBLE PRECISION,
ADD COLUMN     "candidates" INTEGER,
ADD COLUMN     "chosen" INTEGER;

-- CreateTable
CREATE TABLE "branches" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "seed" INTEGER NOT NULL,
    "arm" TEXT NOT NULL,
    "parent_id" TEXT,
    "fork_step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "branches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "phases" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "branch_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "desired_state" TEXT NOT NULL,
    "state_reason" TEXT,
    "settings" JSONB NOT NULL,
    "start" JSONB NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3),
    "start_step" INTEGER NOT NULL DEFAULT 0,
    "step" INTEGER NOT NULL DEFAULT 0,
    "planned_steps" INTEGER,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "progress" JSONB,
    "progress_at" TIMESTAMPTZ(3),
    "restored" JSONB,
    "checkpoint" TEXT,
    "checkpoint_step" INTEGER,
    "pool" TEXT,
    "report" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "phases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "training_jobs" (
    "id" TEXT NOT NULL,
    "phase_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "error" JSONB,
    "lease_owner" TEXT,
    "lease_epoch" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "report_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "training_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "phase_spans" (
    "phase_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3),
    "from_step" INTEGER NOT NULL,
    "ended_by" TEXT,

    CONSTRAINT "phase_spans_pkey" PRIMARY KEY ("phase_id","attempt")
);

-- CreateTable
CREATE TABLE "policy_versions" (
    "branch_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "phase_id" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "checkpoint" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_versions_pkey" PRIMARY KEY ("branch_id","number")
);

-- CreateTable
CREATE TABLE "groups" (
    "phase_id" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "task_key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "reward_mean" DOUBLE PRECISION,
    "reward_std" DOUBLE PRECISION,
    "succeeded" INTEGER NOT NULL,
    "invalid" INTEGER NOT NULL,
    "retries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("phase_id","iteration","index")
);

-- CreateTable
CREATE TABLE "metric_series" (
    "id" SERIAL NOT NULL,
    "run_id" TEXT NOT NULL,
    "branch_id" TEXT NOT NULL DEFAULT '',
    "phase_id" TEXT,
    "attempt" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "alias" TEXT,

    CONSTRAINT "metric_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "metric_points" (
    "series_id" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "metric_points_pkey" PRIMARY KEY ("series_id","step")
);

-- CreateIndex
CREATE UNIQUE INDEX "branches_run_id_seed_arm_key" ON "branches"("run_id", "seed", "arm");

-- CreateIndex
CREATE INDEX "phases_run_id_state_idx" ON "phases"("run_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "phases_branch_id_ordinal_key" ON "phases"("branch_id", "ordinal");

-- CreateIndex
CREATE INDEX "training_jobs_state_idx" ON "training_jobs"("state");

-- CreateIndex
CREATE UNIQUE INDEX "training_jobs_phase_id_attempt_key" ON "training_jobs"("phase_id", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "metric_series_run_id_branch_id_attempt_name_key" ON "metric_series"("run_id", "branch_id", "attempt", "name");

-- CreateIndex
CREATE INDEX "episodes_phase_id_iteration_group_index_idx" ON "episodes"("phase_id", "iteration", "group_index");

-- AddForeignKey
ALTER TABLE "branches" ADD CONSTRAINT "branches_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phases" ADD CONSTRAINT "phases_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phases" ADD CONSTRAINT "phases_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_phase_id_fkey" FOREIGN KEY ("phase_id") REFERENCES "phases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phase_spans" ADD CONSTRAINT "phase_spans_phase_id_fkey" FOREIGN KEY ("phase_id") REFERENCES "phases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_phase_id_fkey" FOREIGN KEY ("phase_id") REFERENCES "phases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "groups" ADD CONSTRAINT "groups_phase_id_fkey" FOREIGN KEY ("phase_id") REFERENCES "phases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_series" ADD CONSTRAINT "metric_series_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_points" ADD CONSTRAINT "metric_points_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "metric_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.
ALTER TABLE "runs" ADD CONSTRAINT "runs_kind_check" CHECK ("kind" IN ('evaluation', 'training', 'external'));
ALTER TABLE "branches" ADD CONSTRAINT "branches_arm_check" CHECK ("arm" IN ('main', 'entropulse', 'continued', 'reset'));
ALTER TABLE "phases" ADD CONSTRAINT "phases_kind_check" CHECK ("kind" IN ('bc', 'rl', 'entropulse', 'eval'));
ALTER TABLE "phases" ADD CONSTRAINT "phases_state_check" CHECK ("state" IN ('requested', 'starting', 'running', 'pausing', 'paused', 'finishing', 'finished', 'ended_short', 'failed', 'stopping', 'stopped'));
ALTER TABLE "phases" ADD CONSTRAINT "phases_desired_state_check" CHECK ("desired_state" IN ('running', 'paused', 'finished', 'stopped'));
ALTER TABLE "training_jobs" ADD CONSTRAINT "training_jobs_state_check" CHECK ("state" IN ('queued', 'leased', 'ended', 'failed', 'cancelled'));
ALTER TABLE "groups" ADD CONSTRAINT "groups_state_check" CHECK ("state" IN ('trained', 'no_spread', 'dropped'));
-- At most one trainer works at a phase.
CREATE UNIQUE INDEX "training_jobs_one_open_key" ON "training_jobs" ("phase_id") WHERE "state" IN ('queued', 'leased');
CREATE INDEX "training_jobs_queue_idx" ON "training_jobs" ("created_at") WHERE "state" = 'queued';
