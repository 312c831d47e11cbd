import type { BranchRow, PhaseRow } from "@deskrl/db";
import { BranchArm, PHASE_WORDS, PhaseKind, type RunState, type TrainingSpec } from "@deskrl/domain";
import { isOpen, scriptOf, upcomingKinds } from "./plan.ts";

export type BranchWithPhases = BranchRow & { phases: PhaseRow[] };

export interface RunOutlook {
  state: RunState;
  /** Why it stands as it does, when that is not plain. */
  reason: string | null;
}

type Standing = "working" | "paused" | "failed" | "ended short" | "stopped" | "waits" | "done";

function standingOf(branch: BranchWithPhases, spec: TrainingSpec): Standing {
  const open = branch.phases.find((row) => isOpen(row.state));
  if (open) return open.state === "failed" ? "failed" : open.state === "paused" ? "paused" : "working";
  const last = branch.phases.at(-1);
  if (last?.state === "stopped") return "stopped";
  if (last?.state === "ended_short") return "ended short";
  const kinds = branch.phases.map((row) => PhaseKind.parse(row.kind));
  if (upcomingKinds(scriptOf(BranchArm.parse(branch.arm), spec), kinds).length > 0) return "working";
  return spec.plan === "automatic" ? "done" : "waits";
}

function name(branch: BranchWithPhases, many: boolean): string {
  const last = branch.phases.at(-1);
  const phase = last ? `The ${PHASE_WORDS[PhaseKind.parse(last.kind)]} phase` : "The phase";
  return many ? `${phase} of seed ${branch.seed}, ${branch.arm},` : phase;
}

/** What the state of a run is, given that of its branches. */
export function describeRun(run: {
  spec: TrainingSpec;
  desiredState: string;
  branches: readonly BranchWithPhases[];
}): RunOutlook {
  const { spec, branches } = run;
  const standings = branches.map((branch) => ({ branch, standing: standingOf(branch, spec) }));
  const some = (standing: Standing) => standings.find((one) => one.standing === standing)?.branch;
  const many = branches.length > 1;
  if (run.desiredState === "stopped")
    return {
      state: branches.some((one) => one.phases.some((row) => isOpen(row.state))) ? "stopping" : "stopped",
      reason: null,
    };
  const failed = some("failed");
  if (failed) return { state: "running", reason: `${name(failed, many)} has failed: resume it or stop it.` };
  const short = some("ended short");
  if (some("working")) return { state: "running", reason: null };
  if (some("paused")) return { state: "paused", reason: null };
  if (short)
    return {
      state: "running",
      reason: `${name(short, many)} ended short of its plan: it waits for a person.`,
    };
  if (some("waits"))
    return { state: "running", reason: "It waits for a person: start the next phase, or stop it." };
  if (some("done")) return { state: "finished", reason: null };
  return { state: "stopped", reason: "Every branch was stopped." };
}
