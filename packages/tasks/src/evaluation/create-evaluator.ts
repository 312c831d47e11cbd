import {
  AppError,
  type EpisodeResult,
  INVALID_CAUSES,
  InvalidCause,
  SUCCESS_THRESHOLD,
} from "@deskrl/domain";
import { checkStep, STEP_TYPES } from "../steps/registry.ts";
import { malformedTask } from "../suites/malformed.ts";
import type { EvaluateInput, Evaluator, TrajectoryDigest } from "../types.ts";
import { judgeChecks } from "./judge-checks.ts";
import { known, planChecks } from "./plan-checks.ts";

function sentence(reason: string): string {
  const capital = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function verdict(score: number, reason: string, trajectory: TrajectoryDigest): EpisodeResult {
  if (score >= SUCCESS_THRESHOLD) {
    return { verdict: "succeeded", score: 1, cause: null, reason: sentence(reason) };
  }
  const cause = trajectory.limit ?? "evaluator_rejected";
  return { verdict: "failed", score, cause, reason: sentence(reason) };
}

function judgeInfeasible(trajectory: TrajectoryDigest): EpisodeResult {
  if (trajectory.exit === "failure") {
    return verdict(1, "The task cannot be done, and the agent said so", trajectory);
  }
  const instead = trajectory.exit === "success" ? "declared it done" : "did not say so";
  return verdict(
    0,
    `The task cannot be done, which Agent.exit(success=False) says; the agent ${instead}`,
    trajectory,
  );
}

/** Runs the task's postconfig: what must be saved and flushed before anything is read. */
async function settle({ task, files, desktop, signal }: EvaluateInput): Promise<void> {
  for (const [index, step] of task.evaluator.postconfig.entries()) {
    const problems = checkStep(step, `evaluator.postconfig.${index}`);
    if (problems.length > 0) throw malformedTask(`task ${task.id}`, problems);
    signal.throwIfAborted();
    const type = known(STEP_TYPES.get(step.type), step.type);
    await type.run(step.parameters, { desktop, files: files ?? [], signal, phase: "postconfig" });
  }
}

async function judge(input: EvaluateInput): Promise<EpisodeResult> {
  const { task, trajectory, desktop, signal } = input;
  const plan = planChecks(task);
  if (plan.infeasible) return judgeInfeasible(trajectory);
  if (trajectory.exit === "failure") {
    const reason = "The agent gave up with Agent.exit(success=False), but the task can be done.";
    return { verdict: "failed", score: 0, cause: "agent_gave_up", reason };
  }
  if (trajectory.exit === null && task.evaluator.must_exit) {
    return verdict(0, "The agent did not end the task with Agent.exit(success=True)", trajectory);
  }
  await settle(input);
  const context = { desktop, files: input.files ?? [], signal };
  const { score, reason } = await judgeChecks(plan.checks, task.evaluator.conj, context);
  return verdict(score, reason, trajectory);
}

/** Faults with a name of their own keep it, so that they can be tried again; the rest is the evaluator's. */
const OWN_NAME: ReadonlySet<string> = new Set(
  INVALID_CAUSES.filter(
    (cause) => cause !== "internal" && cause !== "guest_error" && cause !== "setup_failed",
  ),
);

function invalid(error: unknown, signal: AbortSignal): EpisodeResult {
  const fault = AppError.from(signal.aborted ? signal.reason : error);
  const own = OWN_NAME.has(fault.code);
  const aborted = signal.aborted && !own;
  const cause = own ? InvalidCause.parse(fault.code) : aborted ? "cancelled" : "evaluator_error";
  return { verdict: "invalid", score: null, cause, reason: sentence(fault.describe()) };
}

/**
 * The evaluator of OSWorld-form tasks. What the agent left wrong, missing or corrupt is a score of 0 with the reason;
 * whatever keeps the evaluator itself from judging is `invalid` and never a score.
 */
export function createEvaluator(): Evaluator {
  return {
    async evaluate(input) {
      try {
        return await judge(input);
      } catch (error) {
        return invalid(error, input.signal);
      }
    },
  };
}
