import { createSimDesktop, type SimDesktop } from "@deskrl/desktops/sim";
import {
  createOracle,
  judgeOnSim,
  type OfficeTask,
  type OfficeVerdict,
  type SolutionStyle,
  setUpOnSim,
} from "@deskrl/tasks/generator";
import { actionSpaceFor } from "../actions/action-space.ts";
import { resolveCall } from "../actions/resolve-call.ts";
import { toGuestActions } from "../actions/to-guest-actions.ts";
import { outageError } from "../episode/api-outage.ts";
import { parseCalls } from "../parser/call.ts";

export interface Played {
  sim: SimDesktop;
  steps: { code: string; error: string | null }[];
  verdict: OfficeVerdict;
}

/** A desktop at the start of a task. */
export function begin(task: OfficeTask, seed = 1): SimDesktop {
  const sim = createSimDesktop({ seed });
  setUpOnSim(task, sim);
  return sim;
}

/** Carries out one code line. Returns what went wrong, or null; `exit` when it ends the task. */
export function playLine(sim: SimDesktop, task: OfficeTask, code: string): string | null | "exit" {
  const [expression] = parseCalls(code);
  if (!expression) throw new Error(`no call: ${code}`);
  const space = actionSpaceFor(sim.desk.active?.app.name ?? null, "native");
  const { call, problem } = resolveCall(expression, space);
  if (problem) return problem.message;
  const outage = outageError(call, task.outage ? [task.outage] : []);
  if (outage) return outage.message;
  const plan = toGuestActions({
    call,
    actionId: "a",
    space: "native",
    screen: sim.desk.screen,
    timeoutMs: 1_000,
  });
  if (plan.kind === "exit") return "exit";
  if (plan.kind === "rejected") return plan.message;
  if (plan.kind === "quote") return null;
  for (const action of plan.actions) {
    const result = sim.act(action, { partial: action.id.endsWith(".click") });
    if (result.error) return result.error.message;
  }
  return null;
}

/** Plays an oracle to its end. */
export function playOracle(task: OfficeTask, style: SolutionStyle, seed = 1): Played {
  const sim = begin(task, seed);
  const oracle = createOracle(task, style);
  const steps: Played["steps"] = [];
  for (;;) {
    const code = oracle.next(sim.observe());
    if (code === null) throw new Error("the oracle ended without Agent.exit");
    const error = playLine(sim, task, code);
    steps.push({ code, error: error === "exit" ? null : error });
    if (error === "exit") return { sim, steps, verdict: judgeOnSim(task, sim, true) };
  }
}
