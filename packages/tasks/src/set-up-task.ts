import type { Desktop } from "@deskrl/desktops";
import { AppError, INVALID_CAUSES, InvalidCause, type TaskDefinition } from "@deskrl/domain";
import { checkStep, STEP_TYPES } from "./steps/registry.ts";
import { malformedTask } from "./suites/malformed.ts";
import type { SuiteFile } from "./types.ts";

export interface SetUpInput {
  task: TaskDefinition;
  files: readonly SuiteFile[];
  desktop: Desktop;
  signal: AbortSignal;
}

/**
 * Brings a clean desktop into the state in which the task begins, one step of `config` after the other.
 * @throws AppError when a step did not do what it says; {@link setUpCause} names the episode's cause
 */
export async function setUpTask({ task, files, desktop, signal }: SetUpInput): Promise<void> {
  for (const [index, step] of task.config.entries()) {
    const where = `config.${index} (${step.type}) of task ${task.id}`;
    const problems = checkStep(step, `config.${index}`);
    const type = STEP_TYPES.get(step.type);
    if (!type || problems.length > 0) throw malformedTask(`task ${task.id}`, problems);
    try {
      signal.throwIfAborted();
      await type.run(step.parameters, { desktop, files, signal, phase: "setup" });
    } catch (error) {
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : AppError.from(error);
      const cause = AppError.from(error);
      throw new AppError(cause.code, `Set-up failed: ${cause.message}`, {
        where: cause.where ? `${where}, ${cause.where}` : where,
        fix: cause.fix ?? "run the task's set-up steps by hand on a desktop to see which one fails",
        cause: error,
      });
    }
  }
}

/** Faults that have a name of their own keep it; everything else that went wrong in set-up is `setup_failed`. */
const OWN_NAME: ReadonlySet<string> = new Set(
  INVALID_CAUSES.filter((cause) => cause !== "internal" && cause !== "guest_error"),
);

/** The episode's cause for an error that {@link setUpTask} threw. */
export function setUpCause(error: unknown): InvalidCause {
  const code = AppError.from(error).code;
  return OWN_NAME.has(code) ? InvalidCause.parse(code) : "setup_failed";
}
