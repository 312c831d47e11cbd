import { AppError, type TaskSolution } from "@deskrl/domain";
import { TOOL_REGISTRY } from "@deskrl/protocol/tools";
import { parseCalls } from "../parser/call.ts";
import type { Policy, PolicyInput, Turn } from "../types.ts";
import { writeAnswer } from "./answer.ts";

/** Turns it waits for an application to come to the front before it goes on all the same. */
const MAX_WAITS = 10;
const WAIT = "Agent.wait()";
const EXIT = "Agent.exit(success=True)";

/**
 * Plays the lines of a task's solution in order and then reports success, unless the solution ends the task itself.
 * Where it stands is read from the history, so an answer that was dropped is given again.
 * @throws AppError `invalid_input` when there is no solution, or a line of it is no call
 */
export function createOraclePolicy(solution: TaskSolution | null, policyVersion: string): Policy {
  if (solution === null) {
    throw new AppError("invalid_input", "The oracle policy has no solution to play.", {
      where: "assignment.solution",
      fix: "Run it on tasks that have a solution.",
    });
  }
  const lines = solution.oracle.map((line) => ({ line, tool: parseCalls(line)[0]?.tool ?? "" }));
  return {
    name: "oracle",
    wantsPixels: false,
    act: async ({ history, observation, signal }: PolicyInput) => {
      signal.throwIfAborted();
      const position = linesPlayed(history, solution.oracle);
      const next = lines[position];
      const answer = (thought: string, code: string) => ({ text: writeAnswer(thought, code), policyVersion });
      if (!next) return answer("Every line of the solution is played.", EXIT);
      const app = appOf(next.tool);
      if (app !== null && observation.foregroundApp !== app && trailingWaits(history) < MAX_WAITS) {
        return answer(`${next.tool} needs ${app} in front.`, WAIT);
      }
      return answer(`Line ${position + 1} of ${lines.length} of the solution.`, next.line);
    },
  };
}

function linesPlayed(history: readonly Turn[], lines: readonly string[]): number {
  let position = 0;
  for (const { code } of history) if (code === lines[position]?.trim()) position += 1;
  return position;
}

function trailingWaits(history: readonly Turn[]): number {
  const busy = history.findLastIndex((turn) => turn.code !== WAIT);
  return history.length - 1 - busy;
}

/** The foreground application that offers a class of tools; null for `Agent`. */
function appOf(tool: string): string | null {
  const owner = Object.entries(TOOL_REGISTRY).find(([, tools]) =>
    tools.some((candidate) => candidate.function.name.startsWith(`${tool}.`)),
  );
  return owner?.[0] ?? null;
}
