import { Event } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { EventRow } from "./rows.ts";

export function eventFromRow(row: EventRow): Event {
  return parseColumn(Event, { ...row, sequence: Number(row.sequence) }, `events ${row.sequence}`);
}
