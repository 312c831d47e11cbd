import type { JournalRecord } from "@deskrl/protocol";

/** A record that is longer has its texts cut: far below what the control plane takes in one message. */
export const MAX_LINE_CHARACTERS = 2 * 1024 * 1024;
/** Longest text of such a record, tried one after the other until the record fits. */
const TEXT_LIMITS = [65_536, 8_192, 1_024, 128];

/**
 * A record as a line of the journal. A guest, or a model, that floods its output gives texts without end; they are cut
 * with a mark that says how long they were, so that the record can be delivered and stored, and the episode goes on.
 */
export function recordLine(record: JournalRecord): string {
  let line = JSON.stringify(record);
  for (const limit of TEXT_LIMITS) {
    if (line.length <= MAX_LINE_CHARACTERS) break;
    // What pictures are drawn from is bounded where it is made, and worth nothing when it is cut.
    line = JSON.stringify(record, (key, value: unknown) =>
      typeof value === "string" && key !== "recording" ? cut(value, limit) : value,
    );
  }
  return `${line}\n`;
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Half of a surrogate pair at the edge would be no text.
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (cut, ${text.length} characters in all)`;
}
