import { pythonCall } from "@deskrl/protocol/tools";
import { Random } from "../random.ts";
import type { OfficeTask, SolutionStyle, Steps } from "../types.ts";
import { Hands, type OracleView } from "./hands.ts";

/** Plays a task, one code line for each look at the desktop. */
export interface Oracle {
  /** The next code line; null after the last, which is `Agent.exit(success=True)`. */
  next(view: OracleView): string | null;
}

/**
 * A solution of a task in one of the styles. Coordinates and window ids are read off what it is shown. With an API out
 * of order it tries that API once and goes on by mouse and keys.
 * @param variant other numbers choose other ways where several take the same number of steps
 */
export function createOracle(task: OfficeTask, style: SolutionStyle, variant = 0): Oracle {
  let seen: OracleView = { windows: [], accessibility: [] };
  const random = new Random(`${task.key}/${style}/${variant}`);
  const hands = new Hands({ style, random, outage: task.outage, view: () => seen });
  const steps = solution(task, hands);
  return {
    next(view) {
      seen = view;
      const { value, done } = steps.next();
      return done ? null : (value ?? null);
    },
  };
}

function* solution(task: OfficeTask, hands: Hands): Steps {
  for (const goal of task.goals) yield* goal.solve(hands);
  yield* hands.save();
  yield pythonCall("Agent", "exit", { success: true });
}
