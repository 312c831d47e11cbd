import type { Turn } from "@deskrl/agent";
import { outageError } from "@deskrl/agent";
import type { DecisionInput } from "@deskrl/agent/embedded";
import { createSimDesktop, type SimDesktop } from "@deskrl/desktops/sim";
import type { ActionOutcome, EpisodeCause, Observation } from "@deskrl/domain";
import { judgeOnSim, type OfficeTask, setUpOnSim } from "@deskrl/tasks/generator";
import { ActionPlans, type ActionSpaceName, spaceFor } from "./action-plans.ts";

const SCREEN = { width: 1280, height: 720 };
const MAX_RESULT_CHARACTERS = 2_000;
const plans = new ActionPlans(SCREEN);

/** An action chosen for a step. */
export interface Choice {
  code: string;
  /** The whole answer that goes into the history. */
  answer: string;
}

export interface SimStep<C extends Choice> {
  choice: C;
  outcome: ActionOutcome;
  result: string;
  api: boolean;
}

export interface SimEpisode<C extends Choice> {
  verdict: "succeeded" | "failed";
  cause: EpisodeCause | null;
  reason: string;
  steps: SimStep<C>[];
}

export interface SimEpisodeOptions<C extends Choice> {
  task: OfficeTask;
  /** Decides where windows open. */
  seed: number;
  actionSpace: ActionSpaceName;
  maxSteps: number;
  /** Sees the desktop before each action, and once more at the end. */
  watch?: (sim: SimDesktop, observation: Observation) => void;
  /** Takes the next action; null ends the episode where it stands. */
  choose: (input: DecisionInput) => C | null;
}

/**
 * One attempt at a task on a simulated desktop, in the process and without waiting: set-up, steps, judgement, with the
 * same parser, action space and outcomes as the episode loop.
 */
export function playSimEpisode<C extends Choice>(options: SimEpisodeOptions<C>): SimEpisode<C> {
  const { task, seed, actionSpace, maxSteps, choose, watch } = options;
  const sim = createSimDesktop({ seed, screen: SCREEN });
  setUpOnSim(task, sim);
  const history: Turn[] = [];
  const steps: SimStep<C>[] = [];
  let previousResult = "";
  let exit: "success" | "failure" | null = null;
  while (steps.length < maxSteps && exit === null) {
    const observation = look(sim, previousResult);
    const space = spaceFor(actionSpace, observation.foregroundApp);
    watch?.(sim, observation);
    const choice = choose({ instruction: task.instruction, observation, history, actionSpace: space });
    if (choice === null) break;
    const done = carryOut(sim, { code: choice.code, task, space });
    exit = done.exit;
    previousResult = done.result;
    steps.push({ choice, outcome: done.outcome, result: done.result, api: done.api });
    history.push({
      responseText: choice.answer,
      code: choice.code,
      outcome: done.outcome,
      result: done.result,
    });
  }
  watch?.(sim, look(sim, previousResult));
  const { succeeded, reason } = judgeOnSim(task, sim, exit === "success");
  if (succeeded) return { verdict: "succeeded", cause: null, reason, steps };
  const cause = exit === "failure" ? "agent_gave_up" : exit === null ? "step_limit" : "evaluator_rejected";
  return { verdict: "failed", cause, reason, steps };
}

function look(sim: SimDesktop, previousResult: string): Observation {
  const { screen, windows, foregroundApp, appInfo, accessibility, accessibilityTruncated } = sim.observe();
  return {
    screenshot: null,
    screen,
    windows,
    foregroundApp,
    appInfo,
    accessibility,
    accessibilityTruncated,
    previousResult,
  };
}

interface Done {
  outcome: ActionOutcome;
  result: string;
  api: boolean;
  exit: "success" | "failure" | null;
}

function carryOut(
  sim: SimDesktop,
  { code, task, space }: { code: string; task: OfficeTask; space: ReturnType<typeof spaceFor> },
): Done {
  const { call, plan } = plans.of(code, space);
  const api = call.tool !== "Agent";
  const done = { api, exit: null };
  const outage = task.outage === null ? null : outageError(call, [task.outage]);
  if (outage) return { ...done, outcome: "error", result: `${outage.code}: ${outage.message} ${outage.fix}` };
  switch (plan.kind) {
    case "refused":
    case "rejected":
      return { ...done, outcome: "not_executed", result: plan.message };
    case "quote":
      return { ...done, outcome: "ok", result: plan.content.slice(0, MAX_RESULT_CHARACTERS) };
    case "exit": {
      const exit = plan.success ? "success" : "failure";
      return { ...done, outcome: "ok", result: `The agent ended the task: ${exit}.`, exit };
    }
    case "guest":
      break;
  }
  const outputs: string[] = [];
  for (const [index, action] of plan.actions.entries()) {
    const { outcome, output, error } = sim.act(action, { partial: index < plan.actions.length - 1 });
    if (output !== "") outputs.push(output);
    if (error) outputs.push([`${error.code}: ${error.message}`, error.fix].filter(Boolean).join(" "));
    if (outcome !== "ok") return { ...done, outcome, result: outputs.join("\n") };
  }
  return { ...done, outcome: "ok", result: outputs.join("\n").slice(0, MAX_RESULT_CHARACTERS) };
}
