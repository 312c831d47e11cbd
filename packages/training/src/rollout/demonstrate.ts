import {
  type Candidate,
  type DecisionInput,
  type DescribedDecision,
  describeDecision,
} from "@deskrl/agent/embedded";
import { AppError } from "@deskrl/domain";
import { createOracle, type OfficeTask, type SolutionStyle } from "@deskrl/tasks/generator";
import type { ActionSpaceName } from "./action-plans.ts";
import { desktopSeed } from "./seeds.ts";
import { type Choice, playSimEpisode, type SimEpisode } from "./sim-episode.ts";

/** A step of a demonstration, as the policy would have taken it. */
export interface DemonstratedChoice extends Choice, DescribedDecision {
  chosen: number;
}

/**
 * Plays an oracle's solution on a simulated desktop and finds each of its actions among the policy's candidates.
 * @throws AppError `invalid_input` when an action is not among them: the policy could never learn it
 */
export function demonstrate(
  task: OfficeTask,
  {
    style,
    variant,
    actionSpace,
    maxSteps,
  }: { style: SolutionStyle; variant: number; actionSpace: ActionSpaceName; maxSteps: number },
): SimEpisode<DemonstratedChoice> {
  const oracle = createOracle(task, style, variant);
  return playSimEpisode({
    task,
    seed: desktopSeed(task.key),
    actionSpace,
    maxSteps,
    choose: (input) => {
      const code = oracle.next(input.observation);
      return code === null ? null : find(code, input, task);
    },
  });
}

function find(code: string, input: DecisionInput, task: OfficeTask): DemonstratedChoice {
  const described = describeDecision(input);
  const chosen = described.candidates.findIndex((candidate: Candidate) => candidate.code === code);
  const candidate = described.candidates[chosen];
  if (candidate) return { ...described, code, answer: candidate.answer, chosen };
  throw new AppError(
    "invalid_input",
    `The action ${code} is not among the ${described.candidates.length} candidates.`,
    {
      where: `task ${task.key} (${task.template}), step ${input.history.length + 1}: ${task.instruction}`,
      fix: "Let the enumeration offer it.",
    },
  );
}
