import { type Transaction, toJsonParameter } from "@deskrl/db";
import type { EpisodeResult } from "@deskrl/domain";
import type { JournalRow } from "./lock-journals.ts";

/** A row as it is to be, and the verdict where the journal came to its end. */
export interface ExtendedJournal {
  after: JournalRow;
  finish: { result: EpisodeResult; finalScreenshot: string | null; at: Date } | null;
}

/** Writes what deliveries changed of episodes that the caller has locked, all in one statement. */
export async function extendJournals(tx: Transaction, journals: readonly ExtendedJournal[]): Promise<void> {
  if (journals.length === 0) return;
  const changes = journals.map(({ after, finish }) => ({
    id: after.id,
    state: after.state,
    journal_length: after.journalLength,
    step_count: after.stepCount,
    last_step_at: after.lastStepAt,
    last_action: after.lastAction,
    same_actions: after.sameActions,
    view_digest: after.viewDigest,
    still_since: after.stillSince,
    ended: finish !== null,
    verdict: finish?.result.verdict,
    score: finish?.result.score,
    cause: finish?.result.cause,
    reason: finish?.result.reason,
    final_screenshot: finish?.finalScreenshot,
    finished_at: finish?.at,
  }));
  await tx.$executeRaw`
    UPDATE episodes SET state = change.state, journal_length = change.journal_length,
      step_count = change.step_count, last_step_at = change.last_step_at, last_action = change.last_action,
      same_actions = change.same_actions, view_digest = change.view_digest, still_since = change.still_since,
      verdict = CASE WHEN ended THEN change.verdict ELSE episodes.verdict END,
      score = CASE WHEN ended THEN change.score ELSE episodes.score END,
      cause = CASE WHEN ended THEN change.cause ELSE episodes.cause END,
      reason = CASE WHEN ended THEN change.reason ELSE episodes.reason END,
      final_screenshot = CASE WHEN ended THEN change.final_screenshot ELSE episodes.final_screenshot END,
      finished_at = CASE WHEN ended THEN change.finished_at ELSE episodes.finished_at END,
      lease_expires_at = CASE WHEN ended THEN NULL ELSE episodes.lease_expires_at END
    FROM json_to_recordset(${toJsonParameter(changes)}::json) AS change (
      id text, state text, journal_length int, step_count int, last_step_at timestamptz, last_action text,
      same_actions int, view_digest text, still_since timestamptz, ended boolean, verdict text, score float8,
      cause text, reason text, final_screenshot text, finished_at timestamptz)
    WHERE episodes.id = change.id`;
}
