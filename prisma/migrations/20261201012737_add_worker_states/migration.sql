-- AlterTable
ALTER TABLE "workers" ADD COLUMN     "clock_skew_ms" INTEGER,
ADD COLUMN     "desired_state" TEXT NOT NULL DEFAULT 'active',
ADD COLUMN     "epoch" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "secret_hash" TEXT,
ADD COLUMN     "token_id" TEXT;

ALTER TABLE "workers" ADD CONSTRAINT "workers_desired_state_check"
  CHECK ("desired_state" IN ('active', 'cordoned', 'drained'));
