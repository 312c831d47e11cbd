-- DropIndex
DROP INDEX "episodes_run_id_position_attempt_key";

-- Episodes that a trainer played are many and come in any order: their position is a number for people only.
CREATE UNIQUE INDEX "episodes_run_id_position_attempt_key" ON "episodes" ("run_id", "position", "attempt") WHERE "phase_id" IS NULL;
DROP INDEX "episodes_current_attempt_key";
CREATE UNIQUE INDEX "episodes_current_attempt_key" ON "episodes" ("run_id", "position") WHERE NOT "superseded" AND "phase_id" IS NULL;
