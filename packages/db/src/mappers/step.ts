import { Step } from "@deskrl/domain";
import { toJsonParameter } from "../sanitize.ts";
import { parseColumn } from "./parse-column.ts";
import type { StepRow } from "./rows.ts";

export function stepFromRow(row: StepRow): Step {
  const observation =
    typeof row.observation === "object" && row.observation !== null && !Array.isArray(row.observation)
      ? { ...row.observation, screenshot: row.screenshot }
      : row.observation;
  return parseColumn(Step, { ...row, observation }, `steps ${row.episodeId}/${row.index}`);
}

/** A step as it is stored: what the agent saw, by far the largest part, as the text that goes into its column. */
export interface StoredStep extends Omit<Step, "observation"> {
  screenshot: string | null;
  /** JSON of the observation without its screenshot. */
  observation: string;
}

export function toStoredStep({ observation: seen, ...step }: Step): StoredStep {
  const { screenshot, ...observation } = seen;
  return { ...step, screenshot, observation: toJsonParameter(observation) };
}

/** A step's row with the table's column names, for an insert of many rows at once; all but the observation. */
export function stepToColumns(step: StoredStep): Record<string, unknown> {
  return {
    episode_id: step.episodeId,
    index: step.index,
    action_id: step.actionId,
    screenshot: step.screenshot,
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
}
