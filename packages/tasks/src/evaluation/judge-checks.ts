import type { GetterContext, Value } from "../getters/getter-type.ts";
import { GETTER_TYPES } from "../getters/registry.ts";
import type { Score } from "../metrics/metric-type.ts";
import { METRIC_TYPES } from "../metrics/registry.ts";
import { known, type PlannedCheck } from "./plan-checks.ts";

async function runCheck(check: PlannedCheck, context: GetterContext): Promise<Score> {
  const fetch = (getter: { type: string }): Promise<Value> =>
    known(GETTER_TYPES.get(getter.type), getter.type).get(getter, context);
  const result = await fetch(check.result);
  if (result.kind === "missing") return { score: 0, reason: result.reason };
  const metric = known(METRIC_TYPES.get(check.func), check.func);
  const expected = metric.expects && check.expected ? await fetch(check.expected) : null;
  if (expected?.kind === "missing")
    return { score: 0, reason: `nothing to compare with: ${expected.reason}` };
  return metric.judge({ result, expected, options: check.options });
}

/**
 * Runs the checks in order and joins their scores as OSWorld does: `and` stops at the first 0 and is otherwise the
 * mean; `or` stops at the first 1 and is otherwise the greatest.
 * @throws whatever a getter or metric throws: then there is no score
 */
export async function judgeChecks(
  checks: readonly PlannedCheck[],
  conj: "and" | "or",
  context: GetterContext,
): Promise<Score> {
  const scores: Score[] = [];
  const decisive = conj === "and" ? 0 : 1;
  for (const check of checks) {
    context.signal.throwIfAborted();
    const score = await runCheck(check, context);
    if (score.score === decisive) return score;
    scores.push(score);
  }
  const values = scores.map((score) => score.score);
  const score = conj === "and" ? values.reduce((a, b) => a + b, 0) / values.length : Math.max(...values);
  const telling = score < 1 ? scores.filter((one) => one.score < 1) : scores;
  return { score, reason: telling.map((one) => one.reason).join("; ") };
}
