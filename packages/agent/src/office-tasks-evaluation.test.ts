import type { Desktop } from "@deskrl/desktops";
import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import { createEvaluator, outagesOf, setUpTask } from "@deskrl/tasks";
import {
  createOracle,
  definitionOf,
  generateTasks,
  judgeOnSim,
  type OfficeTask,
  SOLUTION_STYLES,
  type SolutionStyle,
} from "@deskrl/tasks/generator";
import { expect, test } from "vitest";
import { actionSpaceFor } from "./actions/action-space.ts";
import { resolveCall } from "./actions/resolve-call.ts";
import { executeAction } from "./episode/execute-action.ts";
import { parseCalls } from "./parser/call.ts";
import { begin, playLine } from "./testing/play-on-sim.ts";

const TEMPLATE = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" });

/** A way to go about a task: its lines, given the solution's. */
const WAYS: Readonly<Record<string, (lines: readonly string[]) => string[]>> = {
  solved: (lines) => [...lines],
  "not saved": (lines) => lines.filter((line) => !/\.save\(|"s"\]/.test(line)),
  "typed on": (lines) => [...lines.slice(0, -1), 'Agent.type(text="zz")', ...lines.slice(-1)],
  "not ended": (lines) => lines.slice(0, -1),
};

test("the evaluator of a task and the quick judge of simulated desktops say the same", {
  timeout: 60_000,
}, async () => {
  const tasks = (["train", "params", "template"] as const).flatMap((split) =>
    generateTasks({ seed: 21, count: 12, split }),
  );
  const verdicts = await Promise.all(
    tasks.flatMap((task, index) => {
      const style = SOLUTION_STYLES[index % SOLUTION_STYLES.length] ?? "gui";
      return Object.entries(WAYS).map(async ([way, of]) => {
        const lines = of(solutionOf(task, style));
        return { task: task.template, way, quick: quickly(task, lines), whole: await wholly(task, lines) };
      });
    }),
  );
  for (const verdict of verdicts) expect(verdict.whole, JSON.stringify(verdict)).toBe(verdict.quick);
  const succeeded = (way: string) => verdicts.filter((one) => one.way === way && one.quick).length;
  expect(succeeded("solved")).toBe(tasks.length);
  expect(succeeded("not ended")).toBe(0);
  expect(succeeded("not saved")).toBeLessThan(tasks.length);
  expect(succeeded("typed on")).toBeLessThan(tasks.length);
});

function solutionOf(task: OfficeTask, style: SolutionStyle): string[] {
  const sim = begin(task);
  const oracle = createOracle(task, style);
  const lines: string[] = [];
  for (;;) {
    const line = oracle.next(sim.observe());
    if (line === null) return lines;
    lines.push(line);
    playLine(sim, task, line);
  }
}

function quickly(task: OfficeTask, lines: readonly string[]): boolean {
  const sim = begin(task);
  const outcomes = lines.map((line) => playLine(sim, task, line));
  return judgeOnSim(task, sim, outcomes.at(-1) === "exit").succeeded;
}

/** As a worker does it: set-up from the task's JSON, the executor, and the evaluator that reads files. */
async function wholly(office: OfficeTask, lines: readonly string[]): Promise<boolean> {
  const { signal } = new AbortController();
  const task = definitionOf(office);
  const files: [] = [];
  const desktop = await createSimProvider({ ownerId: "test" }).ensure({
    environmentId: newId("environment"),
    template: TEMPLATE,
  });
  await setUpTask({ task, files, desktop, signal });
  let exit: "success" | "failure" | null = null;
  for (const line of lines) exit = await carryOut(desktop, line, { outages: outagesOf(task), signal });
  const limit = exit === null ? ("step_limit" as const) : null;
  const trajectory = { stepCount: lines.length, exit, limit };
  const { verdict, reason } = await createEvaluator().evaluate({ task, files, desktop, trajectory, signal });
  if (verdict === "invalid") throw new Error(reason ?? "invalid");
  return verdict === "succeeded";
}

async function carryOut(
  desktop: Desktop,
  line: string,
  { outages, signal }: { outages: readonly string[]; signal: AbortSignal },
) {
  const { foregroundApp } = await desktop.observe({ accessibility: false });
  const [expression] = parseCalls(line);
  if (!expression) throw new Error(`no call: ${line}`);
  const { call } = resolveCall(expression, actionSpaceFor(foregroundApp, "native"));
  const actionId = newId("action");
  const done = await executeAction({
    call,
    actionId,
    desktop,
    space: "native",
    timeoutMs: 5_000,
    signal,
    outages,
  });
  return done.exit;
}
