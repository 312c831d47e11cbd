import { z } from "zod";
import { CorruptFile } from "../documents/corrupt-file.ts";
import type { Value, ValueKind } from "../getters/getter-type.ts";
import { type Problem, problemsOf } from "../suites/malformed.ts";

/** What a metric says: 1 for right, 0 for wrong, and why in words. */
export interface Score {
  score: number;
  reason: string;
}

type Of<K extends ValueKind> = Extract<Value, { kind: K }>;

/** A way to judge a value, as it is registered under its OSWorld name. */
export interface MetricType {
  /** Kinds of result it can judge. */
  accepts: readonly ValueKind[];
  /** Kind of expectation it compares with; null when it needs none. */
  expects: "file" | "json" | null;
  /** What is wrong with the rules and options of a check; empty when they can be used. */
  check(parts: { rules?: unknown; options?: unknown }): Problem[];
  judge(parts: { result: Value; expected: Value | null; options: unknown }): Promise<Score>;
}

interface Definition<
  K extends ValueKind,
  E extends "file" | "json" | null,
  R extends z.ZodType,
  O extends z.ZodType,
> {
  accepts: readonly K[];
  expects: E;
  rules?: R;
  options?: O;
  judge: (parts: {
    result: Of<K>;
    expected: E extends "file" ? Of<"file"> : E extends "json" ? z.output<R> : null;
    options: z.output<O>;
  }) => Score | Promise<Score>;
}

const Anything = z.looseObject({});

/**
 * Ties a metric's schemas for rules and options to its code. A file that the agent left corrupt is a score of 0;
 * whatever else is thrown is a fault of ours and passes through.
 */
export function metricType<
  K extends ValueKind,
  E extends "file" | "json" | null,
  R extends z.ZodType = z.ZodUndefined,
  O extends z.ZodType = typeof Anything,
>(definition: Definition<K, E, R, O>): MetricType {
  const rules: z.ZodType = definition.rules ?? z.json();
  const options: z.ZodType = definition.options ?? Anything;
  return {
    accepts: definition.accepts,
    expects: definition.expects,
    check(parts) {
      const problems: Problem[] = [];
      if (definition.expects === "json") {
        const parsed = rules.safeParse(parts.rules);
        if (!parsed.success) problems.push(...problemsOf(parsed.error, parts.rules, "expected.rules"));
      }
      const parsed = options.safeParse(parts.options ?? {});
      if (!parsed.success) problems.push(...problemsOf(parsed.error, parts.options ?? {}, "options"));
      return problems;
    },
    async judge({ result, expected, options: given }) {
      const accepted: readonly string[] = definition.accepts;
      if (!accepted.includes(result.kind)) throw new Error(`cannot judge a ${result.kind}`);
      const expectation = expected?.kind === "json" ? rules.parse(expected.value) : expected;
      try {
        return await definition.judge({
          // The kinds were checked when the task was loaded and again just above; the compiler cannot follow that.
          result: result as Of<K>,
          expected: expectation as Parameters<typeof definition.judge>[0]["expected"],
          options: options.parse(given ?? {}) as z.output<O>,
        });
      } catch (error) {
        if (error instanceof CorruptFile) return { score: 0, reason: error.message };
        throw error;
      }
    },
  };
}

const SHOWN = 3;

/** A score out of everything that was found wrong: the first few in full. */
export function scoreOf(faults: readonly string[], right: string): Score {
  if (faults.length === 0) return { score: 1, reason: right };
  const rest = faults.length > SHOWN ? `; and ${faults.length - SHOWN} more` : "";
  return { score: 0, reason: faults.slice(0, SHOWN).join("; ") + rest };
}
