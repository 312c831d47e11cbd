import { ERROR_CODES } from "@deskrl/domain";
import type { PlayedEpisode } from "@deskrl/protocol";

/** What a report says of its episodes, with what the control plane knows of their tasks. */
export interface PlayedBatch {
  episodes: readonly PlayedEpisode[];
  /** Milliseconds since the epoch at which the unit of work was done. */
  at: number;
}

export interface KnownTask {
  id: string;
  domain: string;
}

/** `ERROR: text` answers begin with their code. */
function errorCodeOf(outcome: string, result: string): string | null {
  if (outcome === "ok") return null;
  const code = result.slice(0, Math.max(0, result.indexOf(":")));
  return code in ERROR_CODES ? code : "action_failed";
}

const SCORES = { succeeded: 1, failed: 0, invalid: null } as const;
const CAUSES = { succeeded: null, failed: "evaluator_rejected", invalid: "internal" } as const;

/** Rows of `episodes` without what is the same for all of them. */
export function episodeRows(
  batches: readonly PlayedBatch[],
  { taskOf, policy }: { taskOf: (key: string) => KnownTask; policy: string },
): Record<string, unknown>[] {
  return batches.flatMap(({ episodes, at }) =>
    episodes.map((episode) => {
      const { id, domain } = taskOf(episode.taskKey);
      const { verdict } = episode;
      return {
        id: episode.id,
        task_id: id,
        task_key: episode.taskKey,
        domain,
        verdict,
        score: SCORES[verdict],
        cause: verdict === "succeeded" ? null : (episode.cause ?? CAUSES[verdict]),
        reason: episode.reason,
        policy,
        version: episode.policyVersion,
        steps: episode.steps.length,
        iteration: episode.iteration,
        group: episode.group,
        member: episode.member,
        seed: episode.seed,
        split: episode.split,
        at,
      };
    }),
  );
}

/**
 * Rows of `steps`: the action, what came of it and what the policy thought of it. What the policy saw is not kept: seed
 * and actions redraw it.
 */
export function stepRows(batches: readonly PlayedBatch[]): Record<string, unknown>[] {
  return batches.flatMap(({ episodes, at }) =>
    episodes.flatMap((episode) =>
      episode.steps.map((step, index) => ({
        e: episode.id,
        i: index,
        code: step.code,
        outcome: step.outcome,
        result: step.result,
        error: errorCodeOf(step.outcome, step.result),
        reward: step.reward,
        log_prob: step.logProb,
        entropy: step.entropy,
        advantage: step.advantage ?? null,
        candidates: step.candidates,
        chosen: step.chosen,
        at,
      })),
    ),
  );
}
