import { Step } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { StepRow } from "./rows.ts";

export function stepFromRow(row: StepRow): Step {
  const observation =
    typeof row.observation === "object" && row.observation !== null && !Array.isArray(row.observation)
      ? { ...row.observation, screenshot: row.screenshot }
      : row.observation;
  return parseColumn(Step, { ...row, observation }, `steps ${row.episodeId}/${row.index}`);
}

/** A step's row with the table's column names, for an insert of many rows at once, and what stands beside it. */
export function stepToColumns(step: Step): {
  columns: Record<string, unknown>;
  /** By far the largest column. */
  observation: Omit<Step["observation"], "screenshot">;
} {
  const { screenshot, ...observation } = step.observation;
  const columns = {
    episode_id: step.episodeId,
    index: step.index,
    action_id: step.actionId,
    screenshot,
    response_text: step.responseText,
    thought: step.thought,
    code: step.code,
    call: step.call,
    format_ok: step.formatOk,
    coordinate_space: step.coordinateSpace,
    points: step.points,
    outcome: step.outcome,
    result: step.result,
    error_code: step.errorCode,
    reward: step.reward,
    log_prob: step.logProb,
    entropy: step.entropy,
    started_at: step.startedAt.toISOString(),
    timing: step.timing,
  };
  return { columns, observation };
}
