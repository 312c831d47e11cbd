import type { TaskDefinition } from "@deskrl/domain";
import { filesOfChecks, planChecks } from "../evaluation/plan-checks.ts";
import { checkStep, STEP_TYPES } from "../steps/registry.ts";
import { malformedTask, type Problem } from "./malformed.ts";

/**
 * Makes sure that a task can be set up and judged, before any episode of it begins.
 * @param where the file, for the message
 * @returns names of the suite's files that the task uses
 * @throws AppError `evaluator_unknown` or `task_malformed`
 */
export function validateTask(task: TaskDefinition, where: string): string[] {
  const steps = [
    ...task.config.map((step, index) => ({ step, field: `config.${index}` })),
    ...task.evaluator.postconfig.map((step, index) => ({ step, field: `evaluator.postconfig.${index}` })),
  ];
  const problems: Problem[] = steps.flatMap(({ step, field }) => checkStep(step, field));
  if (problems.length > 0) throw malformedTask(where, problems);
  planChecks(task, where);
  const uploaded = steps.flatMap(({ step }) => STEP_TYPES.get(step.type)?.needs(step.parameters) ?? []);
  return [...new Set([...uploaded, ...filesOfChecks(task)])];
}
