import { z } from "zod";

/** Fields that every paged list takes. */
export const PageInput = z.object({
  /** `nextCursor` of the page before; absent for the first. */
  cursor: z.string().optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export type PageInput = z.input<typeof PageInput>;

export interface Page<T> {
  items: T[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** Rows that pass the filters, on all pages. */
  total: number;
}

/** One or many values of a filter; an empty list filters nothing. */
export function oneOrMany<T extends z.ZodType<string>>(schema: T) {
  return z
    .union([schema.transform((value) => [value]), z.array(schema)])
    .optional()
    .transform((values) => (values?.length ? values : undefined));
}

/** Free text to search for, without regard to case; blank means none. */
export const SearchText = z
  .string()
  .max(200)
  .optional()
  .transform((text) => text?.trim() || undefined);
