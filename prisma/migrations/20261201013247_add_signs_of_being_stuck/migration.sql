-- AlterTable
ALTER TABLE "environments" ADD COLUMN     "last_score" DOUBLE PRECISION,
ADD COLUMN     "last_verdict" TEXT;

-- AlterTable
ALTER TABLE "episodes" ADD COLUMN     "held_by" TEXT,
ADD COLUMN     "last_action" TEXT,
ADD COLUMN     "last_step_at" TIMESTAMPTZ(3),
ADD COLUMN     "same_actions" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "still_since" TIMESTAMPTZ(3),
ADD COLUMN     "view_digest" TEXT;
