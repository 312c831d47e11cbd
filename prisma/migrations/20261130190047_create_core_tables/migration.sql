-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "desktops" INTEGER NOT NULL,
    "facts" JSONB NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "environments" (
    "id" TEXT NOT NULL,
    "worker_id" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "template_spec" JSONB NOT NULL,
    "provider" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "desired_state" TEXT NOT NULL,
    "state_reason" TEXT,
    "state_cause" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "recycle_count" INTEGER NOT NULL DEFAULT 0,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "episode_id" TEXT,
    "controlled_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_suites" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_suites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" TEXT NOT NULL,
    "suite_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "instruction" TEXT NOT NULL,
    "feasible" BOOLEAN NOT NULL,
    "definition" JSONB NOT NULL,
    "files" JSONB NOT NULL DEFAULT '[]',
    "solution" JSONB,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "desired_state" TEXT NOT NULL,
    "state_reason" TEXT,
    "requested_by" TEXT NOT NULL,
    "task_ids" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "episodes" (
    "id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "verdict" TEXT,
    "score" DOUBLE PRECISION,
    "cause" TEXT,
    "reason" TEXT,
    "policy" TEXT NOT NULL,
    "policy_version" TEXT NOT NULL,
    "worker_id" TEXT,
    "environment_id" TEXT,
    "task_key" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "max_steps" INTEGER NOT NULL,
    "step_count" INTEGER NOT NULL DEFAULT 0,
    "journal_length" INTEGER NOT NULL DEFAULT 0,
    "final_screenshot" TEXT,
    "superseded" BOOLEAN NOT NULL DEFAULT false,
    "lease_owner" TEXT,
    "lease_epoch" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "intervention_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "episodes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "steps" (
    "episode_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "action_id" TEXT NOT NULL,
    "observation" JSONB NOT NULL,
    "screenshot" TEXT,
    "response_text" TEXT NOT NULL,
    "thought" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "call" JSONB,
    "format_ok" BOOLEAN NOT NULL,
    "coordinate_space" TEXT NOT NULL,
    "points" JSONB NOT NULL,
    "outcome" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "error_code" TEXT,
    "reward" DOUBLE PRECISION,
    "log_prob" DOUBLE PRECISION,
    "entropy" DOUBLE PRECISION,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "timing" JSONB NOT NULL,

    CONSTRAINT "steps_pkey" PRIMARY KEY ("episode_id","index")
);

-- CreateTable
CREATE TABLE "events" (
    "sequence" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "run_id" TEXT,
    "payload" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key" ON "users"("name");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "environments_episode_id_key" ON "environments"("episode_id");

-- CreateIndex
CREATE INDEX "environments_worker_id_state_idx" ON "environments"("worker_id", "state");

-- CreateIndex
CREATE INDEX "environments_state_idx" ON "environments"("state");

-- CreateIndex
CREATE UNIQUE INDEX "task_suites_name_key" ON "task_suites"("name");

-- CreateIndex
CREATE UNIQUE INDEX "tasks_suite_id_key_key" ON "tasks"("suite_id", "key");

-- CreateIndex
CREATE INDEX "runs_state_idx" ON "runs"("state");

-- CreateIndex
CREATE INDEX "runs_created_at_idx" ON "runs"("created_at");

-- CreateIndex
CREATE INDEX "episodes_run_id_state_idx" ON "episodes"("run_id", "state");

-- CreateIndex
CREATE INDEX "episodes_state_queued_at_idx" ON "episodes"("state", "queued_at");

-- CreateIndex
CREATE INDEX "episodes_verdict_finished_at_idx" ON "episodes"("verdict", "finished_at");

-- CreateIndex
CREATE INDEX "episodes_queued_at_id_idx" ON "episodes"("queued_at", "id");

-- CreateIndex
CREATE INDEX "episodes_task_id_idx" ON "episodes"("task_id");

-- CreateIndex
CREATE UNIQUE INDEX "episodes_run_id_position_attempt_key" ON "episodes"("run_id", "position", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "steps_action_id_key" ON "steps"("action_id");

-- CreateIndex
CREATE INDEX "events_subject_id_sequence_idx" ON "events"("subject_id", "sequence");

-- CreateIndex
CREATE INDEX "events_run_id_sequence_idx" ON "events"("run_id", "sequence");

-- CreateIndex
CREATE INDEX "audit_log_at_idx" ON "audit_log"("at");

-- CreateIndex
CREATE INDEX "audit_log_subject_id_at_idx" ON "audit_log"("subject_id", "at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_worker_id_fkey" FOREIGN KEY ("worker_id") REFERENCES "workers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episodes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_suite_id_fkey" FOREIGN KEY ("suite_id") REFERENCES "task_suites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "steps" ADD CONSTRAINT "steps_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episodes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say, from here to the end. The states are those of the domain package.

ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('viewer', 'operator', 'admin'));

ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_scope_check" CHECK ("scope" IN ('worker', 'operator', 'viewer'));

ALTER TABLE "environments"
    ADD CONSTRAINT "environments_state_check" CHECK (
        "state" IN ('requested', 'starting', 'ready', 'leased', 'resetting', 'stopping', 'stopped', 'failed')
    ),
    ADD CONSTRAINT "environments_desired_state_check" CHECK ("desired_state" IN ('running', 'stopped')),
    ADD CONSTRAINT "environments_provider_check" CHECK ("provider" IN ('docker', 'vm', 'sim', 'kubernetes')),
    -- A lease is an episode's: without one the desktop would wait for ever to be given back.
    ADD CONSTRAINT "environments_leased_check" CHECK ("state" <> 'leased' OR "episode_id" IS NOT NULL);

ALTER TABLE "runs"
    ADD CONSTRAINT "runs_state_check" CHECK (
        "state" IN ('requested', 'running', 'pausing', 'paused', 'stopping', 'stopped', 'finished')
    ),
    ADD CONSTRAINT "runs_desired_state_check" CHECK ("desired_state" IN ('running', 'paused', 'stopped'));

ALTER TABLE "episodes"
    ADD CONSTRAINT "episodes_state_check" CHECK (
        "state" IN ('queued', 'resetting', 'acting', 'paused', 'judging', 'finished')
    ),
    -- An episode is finished exactly when there is a verdict.
    ADD CONSTRAINT "episodes_finished_check" CHECK (("state" = 'finished') = ("verdict" IS NOT NULL)),
    -- A score exists exactly where there is a verdict on the policy, a cause exactly where it did not succeed.
    ADD CONSTRAINT "episodes_verdict_check" CHECK (
        CASE "verdict"
            WHEN 'succeeded' THEN "score" IS NOT NULL AND "cause" IS NULL
            WHEN 'failed' THEN "score" IS NOT NULL AND "cause" IS NOT NULL
            WHEN 'invalid' THEN "score" IS NULL AND "cause" IS NOT NULL
            ELSE "verdict" IS NULL AND "score" IS NULL AND "cause" IS NULL
        END
    ),
    ADD CONSTRAINT "episodes_counts_check" CHECK (
        "position" >= 0 AND "attempt" >= 1 AND "step_count" >= 0 AND "journal_length" >= 0 AND "lease_epoch" >= 0
    );

ALTER TABLE "steps"
    ADD CONSTRAINT "steps_outcome_check" CHECK ("outcome" IN ('ok', 'error', 'timed_out', 'unknown', 'not_executed')),
    ADD CONSTRAINT "steps_index_check" CHECK ("index" >= 0);

-- At most one unfinished episode per environment.
CREATE UNIQUE INDEX "episodes_unfinished_environment_key" ON "episodes" ("environment_id") WHERE "state" <> 'finished';

-- At most one attempt that counts per position of a run.
CREATE UNIQUE INDEX "episodes_current_attempt_key" ON "episodes" ("run_id", "position") WHERE NOT "superseded";

-- The queue of each run, in the order it is taken.
CREATE INDEX "episodes_queue_idx" ON "episodes" ("run_id", "position", "attempt") WHERE "state" = 'queued';

-- What is in flight: few rows, asked for all the time.
CREATE INDEX "episodes_active_idx" ON "episodes" ("run_id") WHERE "state" NOT IN ('queued', 'finished');
CREATE INDEX "episodes_lease_idx" ON "episodes" ("lease_expires_at") WHERE "state" NOT IN ('queued', 'finished');
CREATE INDEX "episodes_lease_owner_idx" ON "episodes" ("lease_owner") WHERE "state" NOT IN ('queued', 'finished');

-- What may be tried again, and what was: asked for at each turn of a run.
CREATE INDEX "episodes_invalid_idx" ON "episodes" ("run_id") WHERE "verdict" = 'invalid' AND NOT "superseded";
CREATE INDEX "episodes_superseded_idx" ON "episodes" ("run_id") WHERE "superseded";
