import type { EpisodeRow } from "@deskrl/db";
import type { EpisodeResult } from "@deskrl/domain";

/**
 * The verdict to write. After a person took control the outcome is no longer the policy's, so it is invalid whatever
 * the evaluator found; what it found is kept in the reason.
 */
export function finalResult(row: Pick<EpisodeRow, "interventionAt">, result: EpisodeResult): EpisodeResult {
  if (!row.interventionAt || result.verdict === "invalid") return result;
  return {
    verdict: "invalid",
    score: null,
    cause: "human_intervention",
    reason: `A person took control of the desktop. The evaluator found: ${result.verdict}, score ${result.score}. ${result.reason}`,
  };
}
