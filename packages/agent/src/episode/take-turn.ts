import type { Desktop } from "@deskrl/desktops";
import type { ActionOutcome } from "@deskrl/domain";
import { outagesOf } from "@deskrl/tasks";
import { actionSpaceFor } from "../actions/action-space.ts";
import { resolveCall } from "../actions/resolve-call.ts";
import type { CallExpression } from "../parser/call.ts";
import { parseResponse } from "../parser/parse-response.ts";
import type { PolicyOutput } from "../types.ts";
import { type Execution, executeAction } from "./execute-action.ts";
import { recordStep, type StepStart } from "./record-step.ts";
import type { EpisodeContext } from "./types.ts";

export interface TurnStart extends StepStart {
  output: PolicyOutput;
  desktop: Desktop;
  /** Steps that may still be taken, this one included. */
  stepsLeft: number;
  actionTimeoutMs: () => number;
  /** A new look at the desktop for the next action of the same turn; null when it must not go on. */
  lookAgain: (previousResult: string, index: number) => Promise<StepStart | null>;
}

export interface TurnEnd {
  code: string;
  steps: number;
  outcome: ActionOutcome;
  result: string;
  exit: Execution["exit"];
}

const refused = { points: [], guestMs: 0, exit: null, fault: null };

/**
 * Carries out one answer of the policy: each action is a step of its own, recorded before the next begins. After one
 * that is not `ok` the rest is left out, since the policy has not seen what came of it.
 * @throws InvalidEpisodeError once the step is recorded, when the desktop was lost in it
 */
export async function takeTurn(context: EpisodeContext, turn: TurnStart): Promise<TurnEnd> {
  const parsed = parseResponse(turn.output.text);
  const { thought, code } = parsed;
  if (!parsed.formatOk) {
    const result = `Invalid action. ${parsed.message}`;
    const execution = { ...refused, outcome: "not_executed" as const, result, errorCode: "invalid_input" };
    await recordStep(context, turn, {
      execution,
      response: { ...turn.output, thought, code, call: null, formatOk: false },
      executeMs: 0,
    });
    return { code, steps: 1, outcome: "not_executed", result, exit: null };
  }
  const results: string[] = [];
  let start: StepStart = turn;
  let steps = 0;
  for (const expression of parsed.calls) {
    const left = parsed.calls.length - steps - 1;
    const execution = await carryOut(context, { ...turn, ...start }, { expression, thought, left });
    steps += 1;
    results.push(execution.result);
    if (execution.fault) throw execution.fault;
    const end = { code, steps, outcome: execution.outcome, result: results.join("\n"), exit: execution.exit };
    if (left === 0 || steps === turn.stepsLeft || end.exit !== null || end.outcome !== "ok") return end;
    const next = await turn.lookAgain(execution.result, turn.index + steps);
    if (next === null) return end;
    start = next;
  }
  throw new Error("an answer that parses has at least one call");
}

async function carryOut(
  context: EpisodeContext,
  turn: TurnStart,
  { expression, thought, left }: { expression: CallExpression; thought: string; left: number },
): Promise<Execution> {
  const { foregroundApp } = turn.observed.observation;
  const space = actionSpaceFor(foregroundApp, context.coordinateSpace);
  const { call, problem } = resolveCall(expression, space);
  const executeStart = context.now();
  const execution: Execution = problem
    ? { ...refused, outcome: "not_executed", result: problem.message, errorCode: problem.code }
    : await executeAction({
        call,
        actionId: turn.actionId,
        desktop: turn.desktop,
        space: context.coordinateSpace,
        timeoutMs: turn.actionTimeoutMs(),
        signal: context.signal,
        outages: outagesOf(context.assignment.task),
      });
  if (left > 0 && execution.outcome !== "ok") {
    execution.result += ` The ${left} further actions of this turn were not carried out.`;
  }
  await recordStep(context, turn, {
    execution,
    response: { ...turn.output, thought, code: expression.code, call, formatOk: true },
    executeMs: context.now() - executeStart,
  });
  return execution;
}
