import { AppError } from "@deskrl/domain";
import type { z } from "zod";

/** One thing that is wrong in a task file. `field` is a dotted path such as `evaluator.func`. */
export interface Problem {
  field: string;
  message: string;
  received?: unknown;
  fix?: string;
}

const RECEIVED_LIMIT = 80;

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > RECEIVED_LIMIT ? `${text.slice(0, RECEIVED_LIMIT)}…` : text;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Turns zod's issues into problems whose fields are relative to the file, and says what was received. */
export function problemsOf(error: z.ZodError, input: unknown, prefix = ""): Problem[] {
  return error.issues.map((issue) => {
    const path = issue.path.map(String).join(".");
    return {
      field: [prefix, path].filter(Boolean).join(".") || "(whole file)",
      message: issue.message,
      received: valueAt(input, issue.path),
    };
  });
}

/** One error for all that is wrong in a file: the first problem in full, and how many more there are. */
export function malformedTask(
  where: string,
  problems: readonly Problem[],
  code?: "evaluator_unknown",
): AppError {
  const [first, ...more] = problems;
  if (!first) return new AppError("internal", `malformedTask was called for ${where} without a problem`);
  const rest = more.length ? ` (and ${more.length} more: ${more.map((p) => p.field).join(", ")})` : "";
  return new AppError(
    code ?? "task_malformed",
    `Field ${first.field}: ${first.message}; received ${show(first.received)}${rest}`,
    { where, fix: first.fix ?? `correct ${first.field} in this file and load the suite again` },
  );
}
