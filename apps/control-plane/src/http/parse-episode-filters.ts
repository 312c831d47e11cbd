import { EpisodeFilters } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

const Flag = z.enum(["true", "false"]).transform((text) => text === "true");
const Count = z
  .string()
  .regex(/^\d{1,9}$/, "expected a whole number")
  .transform(Number);

/** The list's filters as text: the same names, numbers and flags read from words. */
const QueryFilters = z
  .strictObject({
    ...EpisodeFilters.shape,
    superseded: Flag.optional(),
    minSteps: Count.optional(),
    maxSteps: Count.optional(),
  })
  .transform((filters) => filters satisfies EpisodeFilters);

/**
 * The filters of an export's address, by the names they have in the list: several values are a repeated key.
 * @throws AppError `invalid_input` that names the field; an unknown key is one, since it would export too much
 */
export function parseEpisodeFilters(query: URLSearchParams): EpisodeFilters {
  const fields: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    fields[key] = values.length > 1 ? values : values[0];
  }
  const parsed = QueryFilters.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_input", z.prettifyError(parsed.error), {
    where: "query of the export",
    fix: `Use only: ${Object.keys(EpisodeFilters.shape).join(", ")}.`,
    cause: parsed.error,
  });
}
