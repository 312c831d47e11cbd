import { branchFromRow, type PhaseRow, phaseFromRow, trainingSpecFromRow } from "@deskrl/db";
import {
  BranchArm,
  type Funnel,
  type Phase,
  PhaseKind,
  type Run,
  type TrainingBranch,
  type TrainingSpec,
} from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { getRun, runNotFound } from "../runs/get-run.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { getFunnel } from "./get-funnel.ts";
import { scriptOf, upcomingKinds } from "./plan.ts";
import { readSuggestions } from "./read-suggestions.ts";
import type { Suggestion } from "./suggestion.ts";

export interface TrainingTotals {
  episodes: number;
  steps: number;
  succeeded: number;
  failed: number;
  invalid: number;
  groupsTrained: number;
  groupsNoSpread: number;
  groupsDropped: number;
}

export interface Training {
  run: Run;
  spec: TrainingSpec;
  branches: TrainingBranch[];
  /** Of all branches, each branch's in its order. */
  phases: Phase[];
  /** By branch: kinds of the phases that follow by rule when nobody presses a button. */
  upcoming: Record<string, PhaseKind[]>;
  /** By branch that has an RL phase. */
  suggestions: Record<string, Suggestion>;
  funnel: Funnel;
  totals: TrainingTotals;
  /** Workers online that offer training. */
  worker: { training: number };
}

/** A training run as its page shows it. @throws AppError `not_found` */
export async function getTraining(ctx: CoreContext, { id }: { id: string }): Promise<Training> {
  const { prisma } = ctx.db;
  const row = await prisma.run.findUnique({
    where: { id },
    include: {
      branches: {
        orderBy: [{ seed: "asc" }, { createdAt: "asc" }, { id: "asc" }],
        include: { phases: { orderBy: { ordinal: "asc" } } },
      },
    },
  });
  if (row?.kind !== "training") throw runNotFound(id);
  const spec = trainingSpecFromRow(row);
  const phases = row.branches.flatMap((branch) => branch.phases);
  const [run, suggestions, funnel, training] = await Promise.all([
    getRun(ctx, { id }),
    readSuggestions(ctx, phases),
    getFunnel(ctx, phases),
    countTrainers(ctx),
  ]);
  const upcoming = row.branches.map((branch) => {
    const kinds = branch.phases.map((phase) => PhaseKind.parse(phase.kind));
    const ended = run.desiredState === "stopped" || branch.phases.at(-1)?.state === "stopped";
    const script = scriptOf(BranchArm.parse(branch.arm), spec);
    return [branch.id, ended ? [] : upcomingKinds(script, kinds)] as const;
  });
  return {
    run,
    spec,
    branches: row.branches.map(branchFromRow),
    phases: phases.map(phaseFromRow),
    upcoming: Object.fromEntries(upcoming),
    suggestions,
    funnel,
    totals: totalsOf(phases),
    worker: { training },
  };
}

function totalsOf(phases: readonly PhaseRow[]): TrainingTotals {
  const sum = (pick: (row: PhaseRow) => number) => phases.reduce((total, row) => total + pick(row), 0);
  return {
    episodes: sum((row) => row.episodeCount),
    steps: sum((row) => row.stepCount),
    succeeded: sum((row) => row.succeededCount),
    failed: sum((row) => row.failedCount),
    invalid: sum((row) => row.invalidCount),
    groupsTrained: sum((row) => row.groupsTrained),
    groupsNoSpread: sum((row) => row.groupsNoSpread),
    groupsDropped: sum((row) => row.groupsDropped),
  };
}

async function countTrainers(ctx: CoreContext): Promise<number> {
  const heardAfter = new Date(ctx.clock().getTime() - WORKER_LOST_AFTER_MS);
  const [row] = await ctx.db.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM workers
    WHERE heartbeat_at >= ${heardAfter}::timestamptz AND coalesce((facts->>'trainers')::int, 0) > 0`;
  return row?.count ?? 0;
}
