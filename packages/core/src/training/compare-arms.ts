import { type BranchRow, type PhaseRow, trainingSpecFromRow } from "@deskrl/db";
import { BranchArm, PhaseKind } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { runNotFound } from "../runs/get-run.ts";
import { isGain, type PairedDifference, pairedDifference } from "./paired-statistics.ts";
import { readReport } from "./phase-report.ts";
import { scriptOf, upcomingKinds } from "./plan.ts";

export interface SplitResult {
  success: number;
  entropy: number | null;
  /** Judged episodes. */
  n: number;
}

export interface ArmEvaluation {
  /** The kind of the phase whose policy was evaluated. */
  afterKind: PhaseKind;
  ordinal: number;
  step: number;
  bySplit: Record<string, SplitResult>;
}

export interface ArmResults {
  branchId: string;
  arm: BranchArm;
  seed: number;
  /** Its script has ended. */
  done: boolean;
  evaluations: ArmEvaluation[];
}

export interface ArmDifference extends PairedDifference {
  a: "entropulse";
  b: "continued" | "reset";
  split: string;
}

export interface Comparison {
  arms: ArmResults[];
  paired: ArmDifference[];
  evidence: "none" | "one seed, not evidence" | "no gain in this run" | "gain";
  text: string;
}

type BranchWithPhases = BranchRow & { phases: PhaseRow[] };

/**
 * The arms of a run side by side. Arms are compared only when all of them have ended: whoever looks earlier chooses the
 * moment by the result.
 * @throws AppError `not_found`
 */
export async function compareArms(ctx: CoreContext, { id }: { id: string }): Promise<Comparison> {
  const run = await ctx.db.prisma.run.findUnique({
    where: { id },
    include: {
      branches: {
        orderBy: [{ seed: "asc" }, { arm: "asc" }],
        include: { phases: { orderBy: { ordinal: "asc" } } },
      },
    },
  });
  if (run?.kind !== "training") throw runNotFound(id);
  const judged = await countJudged(ctx, id);
  const spec = trainingSpecFromRow(run);
  const arms = run.branches.map((branch): ArmResults => {
    const arm = BranchArm.parse(branch.arm);
    const kinds = branch.phases.map((row) => PhaseKind.parse(row.kind));
    const ended = branch.phases.every((row) => row.state === "finished");
    const done = ended && upcomingKinds(scriptOf(arm, spec), kinds).length === 0;
    return { branchId: branch.id, arm, seed: branch.seed, done, evaluations: evaluationsOf(branch, judged) };
  });
  return { arms, ...judge(arms, spec.seeds.length, spec.controls) };
}

function evaluationsOf(branch: BranchWithPhases, judged: ReadonlyMap<string, number>): ArmEvaluation[] {
  return branch.phases.flatMap((phase, at) => {
    const { evaluation } = readReport(phase.report);
    if (phase.kind !== "eval" || !evaluation) return [];
    const before = branch.phases.slice(0, at).findLast((row) => row.kind !== "eval");
    const bySplit: Record<string, SplitResult> = {};
    for (const [name, success] of Object.entries(evaluation)) {
      const split = /^evaluation\/success_(\w+)$/.exec(name)?.[1];
      if (!split) continue;
      const entropy = evaluation[`evaluation/entropy_${split}`] ?? null;
      bySplit[split] = { success, entropy, n: judged.get(`${phase.id} ${split}`) ?? 0 };
    }
    const afterKind = PhaseKind.parse(before?.kind ?? "rl");
    return [{ afterKind, ordinal: phase.ordinal, step: phase.startStep, bySplit }];
  });
}

async function countJudged(ctx: CoreContext, runId: string): Promise<Map<string, number>> {
  const rows = await ctx.db.prisma.$queryRaw<{ phaseId: string; split: string; n: number }[]>`
    SELECT episode.phase_id AS "phaseId", episode.split, count(*)::int AS n
    FROM phases phase JOIN episodes episode ON episode.phase_id = phase.id
    WHERE phase.run_id = ${runId} AND phase.kind = 'eval' AND episode.verdict IN ('succeeded', 'failed')
      AND episode.split IS NOT NULL
    GROUP BY 1, 2`;
  return new Map(rows.map((row) => [`${row.phaseId} ${row.split}`, row.n]));
}

const RIVALS = ["continued", "reset"] as const;

function judge(arms: readonly ArmResults[], seeds: number, controls: boolean): Omit<Comparison, "arms"> {
  if (!controls)
    return {
      paired: [],
      evidence: "none",
      text: "This run has no control arms, so nothing can be said about a gain.",
    };
  const forked = arms.filter((one) => one.arm !== "main");
  const done = forked.filter((one) => one.done).length;
  const planned = 3 * seeds;
  if (done < planned)
    return {
      paired: [],
      evidence: "none",
      text: `${done} of ${planned} arms have ended; they are compared when all have.`,
    };
  const paired = RIVALS.flatMap((b) => splitsOf(forked).flatMap((split) => difference(forked, b, split)));
  if (seeds === 1)
    return {
      paired,
      evidence: "one seed, not evidence",
      text: "One seed is not evidence, whatever it shows.",
    };
  const decisive = paired.filter(
    (one) => one.b === "continued" && (one.split === "train" || one.split === "params"),
  );
  const gain = decisive.some(isGain);
  const text = decisive.map(describe).join("; ");
  return {
    paired,
    evidence: gain ? "gain" : "no gain in this run",
    text: `Entropulse against RL continued: ${text || "no evaluations"}.`,
  };
}

function splitsOf(arms: readonly ArmResults[]): string[] {
  const order = ["train", "params", "phrasing", "template"];
  const found = new Set(arms.flatMap((one) => Object.keys(one.evaluations.at(-1)?.bySplit ?? {})));
  return [
    ...order.filter((split) => found.has(split)),
    ...[...found].filter((split) => !order.includes(split)),
  ];
}

function difference(arms: readonly ArmResults[], b: "continued" | "reset", split: string): ArmDifference[] {
  const last = (arm: string, seed: number) =>
    arms.find((one) => one.arm === arm && one.seed === seed)?.evaluations.at(-1)?.bySplit[split]?.success;
  const seeds = [...new Set(arms.map((one) => one.seed))];
  const pairs = seeds.flatMap((seed) => {
    const [mine, theirs] = [last("entropulse", seed), last(b, seed)];
    return mine === undefined || theirs === undefined ? [] : [{ a: mine, b: theirs }];
  });
  const result = pairedDifference(pairs);
  return result ? [{ a: "entropulse", b, split, ...result }] : [];
}

function describe({ split, mean, se, wins, seeds }: ArmDifference): string {
  const points = (share: number) => (share * 100).toFixed(1);
  const sign = mean < 0 ? "−" : "+";
  return `${split} ${sign}${points(Math.abs(mean))} ± ${se === null ? "?" : points(se)} points, ${wins} of ${seeds} seeds`;
}
