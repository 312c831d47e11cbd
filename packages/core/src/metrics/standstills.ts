import type { BranchRow, PhaseRow } from "@deskrl/db";
import type { Pause } from "./phase-gaps.ts";

/** A span of the clock in which a branch was not trained, milliseconds. */
export interface Standstill {
  fromAt: number;
  toAt: number;
}

type BranchWithPhases = BranchRow & { phases: PhaseRow[] };

/** Pauses of a branch and the waits between its phases, those before its fork included; in order, not overlapping. */
export function standstillsOf(
  branch: BranchWithPhases,
  branches: readonly BranchWithPhases[],
  { pauses, now }: { pauses: readonly Pause[]; now: number },
): Standstill[] {
  const parent = branches.find((each) => each.id === branch.parentId);
  const end = (phase: PhaseRow) => phase.startStep + (phase.kind === "eval" ? 0 : phase.step);
  const inherited = parent?.phases.filter((phase) => end(phase) <= (branch.forkStep ?? 0)) ?? [];
  const phases = [...inherited, ...branch.phases];
  const ids = new Set(phases.map((phase) => phase.id));
  const spans = pauses
    .filter((pause) => ids.has(pause.phaseId))
    .map(({ fromAt, toAt }) => ({ fromAt: fromAt.getTime(), toAt: toAt?.getTime() ?? now }));
  phases.forEach((phase, index) => {
    const next = phases[index + 1]?.startedAt;
    if (phase.finishedAt && next) spans.push({ fromAt: phase.finishedAt.getTime(), toAt: next.getTime() });
  });
  return merge(spans);
}

function merge(spans: readonly Standstill[]): Standstill[] {
  const merged: Standstill[] = [];
  for (const span of [...spans].sort((a, b) => a.fromAt - b.fromAt)) {
    if (span.toAt <= span.fromAt) continue;
    const last = merged.at(-1);
    if (last && span.fromAt <= last.toAt) last.toAt = Math.max(last.toAt, span.toAt);
    else merged.push({ ...span });
  }
  return merged;
}

/** Time stood still between the start and a moment. */
export function stoodStillUntil(standstills: readonly Standstill[], at: number, startAt: number): number {
  return standstills
    .filter(({ fromAt }) => fromAt < at)
    .reduce(
      (total, { fromAt, toAt }) => total + Math.max(0, Math.min(at, toAt) - Math.max(fromAt, startAt)),
      0,
    );
}
