import type { ToolCall } from "@deskrl/domain";

/** What the caller of an application's API is told while it is out of order. */
export interface OutageError {
  code: "action_failed";
  message: string;
  fix: string;
}

/**
 * The error of a call to an API that is out of order in this task; null when the call may go ahead.
 * @param outages classes of the APIs that are out of order
 */
export function outageError(
  { tool }: Pick<ToolCall, "tool">,
  outages: readonly string[],
): OutageError | null {
  if (!outages.includes(tool)) return null;
  return {
    code: "action_failed",
    message: `${tool} is out of order.`,
    fix: "Use the window itself with mouse and keyboard.",
  };
}
