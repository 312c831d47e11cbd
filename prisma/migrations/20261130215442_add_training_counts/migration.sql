-- AlterTable
ALTER TABLE "metric_series" ADD COLUMN     "count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "last_step" INTEGER,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "phases" ADD COLUMN     "episode_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failed_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "groups_dropped" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "groups_no_spread" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "groups_trained" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "invalid_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "step_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "succeeded_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "phase_spans" DROP CONSTRAINT "phase_spans_pkey",
ADD COLUMN     "number" INTEGER NOT NULL,
ADD COLUMN     "to_step" INTEGER,
ADD CONSTRAINT "phase_spans_pkey" PRIMARY KEY ("phase_id", "number");

-- AlterTable
ALTER TABLE "training_jobs" ADD COLUMN     "branch_attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "from_step" INTEGER NOT NULL DEFAULT 0;
-- What the schema language cannot say.
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_scope_check";
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_scope_check" CHECK ("scope" IN ('worker', 'operator', 'viewer', 'trainer'));
