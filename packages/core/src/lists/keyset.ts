import { AppError } from "@deskrl/domain";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Page } from "./page.ts";

export type SortDirection = "asc" | "desc";

/** A column to page by, with `id` as the tie break. */
export interface Keyset {
  field: string;
  direction: SortDirection;
  kind: "date" | "number" | "string";
}

function sortValue(raw: string | number, kind: Keyset["kind"]): Date | number | string {
  if (kind === "string") return String(raw);
  const number = Number(raw);
  const value = kind === "date" ? new Date(number) : number;
  if (!Number.isNaN(value.valueOf())) return value;
  throw new AppError("invalid_input", "The cursor is not one of this list.", {
    where: "cursor",
    fix: "Start again from the first page.",
  });
}

/** The condition "after the cursor" in the list's order, for a model that has `id`; empty without a cursor. */
export function afterCursor(cursor: string | undefined, keyset: Keyset): Record<string, unknown> {
  if (!cursor) return {};
  const [raw, id] = decodeCursor(cursor);
  const beyond = keyset.direction === "asc" ? "gt" : "lt";
  if (keyset.field === "id") return { id: { [beyond]: id } };
  const value = sortValue(raw, keyset.kind);
  return { OR: [{ [keyset.field]: { [beyond]: value } }, { [keyset.field]: value, id: { [beyond]: id } }] };
}

export function orderOf(keyset: Keyset): Record<string, SortDirection>[] {
  if (keyset.field === "id") return [{ id: keyset.direction }];
  return [{ [keyset.field]: keyset.direction }, { id: keyset.direction }];
}

/** A page from `limit + 1` rows: the extra row only says that there is a next page. */
export function toPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  options: {
    limit: number;
    total: number;
    valueOf: (row: Row) => Date | number | string;
    map: (row: Row) => Item;
  },
): Page<Item> {
  const shown = rows.slice(0, options.limit);
  const last = shown.at(-1);
  const value = last && options.valueOf(last);
  const nextCursor =
    last && value !== undefined && rows.length > options.limit
      ? encodeCursor([value instanceof Date ? value.getTime() : value, last.id])
      : null;
  return { items: shown.map(options.map), nextCursor, total: options.total };
}
