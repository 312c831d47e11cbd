import { AppError } from "@deskrl/domain";
import { z } from "zod";

/** Parses what a caller gave. @throws AppError `invalid_input` that lists every wrong field */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", z.prettifyError(parsed.error), {
    where,
    fix: "Correct the named fields and try again.",
    cause: parsed.error,
  });
}
