import { AppError } from "@deskrl/domain";
import { z } from "zod";

/**
 * Parses what a row holds, since a JSON column holds whatever was once written to it.
 * @param where table and id, for the error
 * @throws AppError `internal` that names the row and the field
 */
export function parseColumn<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError("internal", `A stored row does not have its form: ${z.prettifyError(parsed.error)}`, {
    where,
    fix: "The row was written by another version or by hand: run the migrations of this version, or remove the row.",
    cause: parsed.error,
  });
}
