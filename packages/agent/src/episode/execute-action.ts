import type { Desktop } from "@deskrl/desktops";
import {
  type ActionOutcome,
  AppError,
  type CoordinateSpace,
  type Point,
  type ToolCall,
} from "@deskrl/domain";
import type { GuestActionInput, GuestActionResult } from "@deskrl/protocol";
import { toGuestActions } from "../actions/to-guest-actions.ts";
import { cut } from "../text.ts";
import { outageError } from "./api-outage.ts";
import { InvalidEpisodeError } from "./invalid-episode-error.ts";

/** Characters of an action's result that are kept. */
export const MAX_RESULT_CHARACTERS = 2_000;

/** What became of an action. */
export interface Execution {
  outcome: ActionOutcome;
  result: string;
  errorCode: string | null;
  points: Point[];
  /** Milliseconds the guest itself spent on it. */
  guestMs: number;
  exit: "success" | "failure" | null;
  /** Set when the desktop can no longer be trusted: the step is recorded, then the episode ends invalid. */
  fault: InvalidEpisodeError | null;
}

export interface ExecuteOptions {
  call: ToolCall;
  actionId: string;
  desktop: Desktop;
  space: CoordinateSpace;
  timeoutMs: number;
  signal: AbortSignal;
  /** Classes of the application APIs that are out of order. None by default. */
  outages?: readonly string[];
}

const nothing = { errorCode: null, points: [], guestMs: 0, exit: null, fault: null };

/** Carries out a validated call. An application's error is an outcome; only a desktop that is lost is a fault. */
export async function executeAction(options: ExecuteOptions): Promise<Execution> {
  const { call, actionId, desktop, space, timeoutMs, outages = [] } = options;
  const outage = outageError(call, outages);
  if (outage) {
    const result = `${outage.code}: ${outage.message} ${outage.fix}`;
    return { ...nothing, outcome: "error", result, errorCode: outage.code };
  }
  const plan = toGuestActions({ call, actionId, space, screen: desktop.screen, timeoutMs });
  switch (plan.kind) {
    case "rejected":
      return { ...nothing, outcome: "not_executed", result: plan.message, errorCode: plan.code };
    case "quote":
      return { ...nothing, outcome: "ok", result: cut(plan.content, MAX_RESULT_CHARACTERS) };
    case "exit": {
      const exit = plan.success ? "success" : "failure";
      return { ...nothing, outcome: "ok", result: `The agent ended the task: ${exit}.`, exit };
    }
    case "guest":
      return { ...(await actInOrder(plan.actions, options)), points: plan.points };
  }
}

/** Stops at the first that is not `ok`; outputs are joined. */
async function actInOrder(actions: GuestActionInput[], options: ExecuteOptions): Promise<Execution> {
  const outputs: string[] = [];
  let guestMs = 0;
  for (const action of actions) {
    const answer = await act(action, options);
    if ("fault" in answer) return { ...nothing, ...answer, guestMs };
    guestMs += answer.durationMs;
    if (answer.output !== "") outputs.push(answer.output);
    if (answer.outcome !== "ok") {
      const result = cut([...outputs, describeError(answer)].join("\n"), MAX_RESULT_CHARACTERS);
      const errorCode =
        answer.error?.code ?? (answer.outcome === "timed_out" ? "guest_timeout" : "action_failed");
      return { ...nothing, outcome: answer.outcome, result, errorCode, guestMs };
    }
  }
  return { ...nothing, outcome: "ok", result: cut(outputs.join("\n"), MAX_RESULT_CHARACTERS), guestMs };
}

type Lost = Pick<Execution, "outcome" | "result" | "errorCode" | "fault">;

async function act(action: GuestActionInput, options: ExecuteOptions): Promise<GuestActionResult | Lost> {
  try {
    return await options.desktop.act(action, { signal: options.signal });
  } catch (error) {
    const known = AppError.from(error);
    const result = cut(known.describe(), MAX_RESULT_CHARACTERS);
    // The answer was lost, not the desktop: the next observation shows what came of it.
    if (known.code === "outcome_unknown") {
      return { outcome: "unknown", result, errorCode: known.code, fault: null };
    }
    if (known.code === "action_failed" || known.code === "tool_arguments_invalid") {
      return { outcome: "error", result, errorCode: known.code, fault: null };
    }
    const outcome = known.code === "guest_timeout" ? "timed_out" : "unknown";
    return { outcome, result, errorCode: known.code, fault: InvalidEpisodeError.from(error, "internal") };
  }
}

function describeError({ outcome, error }: GuestActionResult): string {
  if (error) return [`${error.code}: ${error.message}`, error.fix].filter(Boolean).join(" ");
  if (outcome === "timed_out") return "The action did not end within its time; the application may be busy.";
  return outcome === "unknown" ? "It is not known whether the action was carried out." : "The action failed.";
}
