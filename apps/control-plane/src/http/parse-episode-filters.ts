import { EpisodeFilters } from "@deskrl/api";
import { AppError } from "@deskrl/domain";
import { z } from "zod";

type Filters = z.infer<typeof EpisodeFilters>;

/**
 * The filters of an export's address, by the names they have in the list: a list is a repeated key.
 * @throws AppError `invalid_input` that names the field; an unknown key is one, since it would export too much
 */
export function parseEpisodeFilters(query: URLSearchParams): Filters {
  const shape: Readonly<Record<string, z.ZodType>> = EpisodeFilters.shape;
  const fields: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    fields[key] = isList(shape[key]) ? values : values.at(-1);
  }
  const parsed = z.strictObject(EpisodeFilters.shape).safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError("invalid_input", issue?.message ?? "The filters cannot be read.", {
    where: `query, ${issue?.path.join(".") || "keys"}`,
    fix: `Use only: ${Object.keys(shape).join(", ")}.`,
  });
}

function isList(schema: z.ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional
    ? schema.unwrap() instanceof z.ZodArray
    : schema instanceof z.ZodArray;
}
