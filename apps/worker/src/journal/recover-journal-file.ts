import { open, readFile, writeFile } from "node:fs/promises";
import { JournalRecord } from "@deskrl/protocol";
import { JournalFile } from "./journal-file.ts";
import type { EpisodeKey } from "./journal-name.ts";

const NEWLINE = 0x0a;

/** Reads the lines that are whole; the rest is what a crash interrupted, or damage. */
function wholeEntries(bytes: Buffer): { offsets: number[]; last: JournalRecord | null } {
  const offsets = [0];
  let last: JournalRecord | null = null;
  for (let start = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return { offsets, last };
    const record = parseRecord(bytes.toString("utf8", start, end));
    if (record === null) return { offsets, last };
    last = record;
    start = end + 1;
    offsets.push(start);
  }
}

function parseRecord(line: string): JournalRecord | null {
  try {
    return JournalRecord.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/**
 * Opens a journal that an earlier process left. A torn last line is cut off; a longer unreadable end is kept in
 * `<journal>.damaged` before it is cut off, so that nothing vanishes unseen.
 */
export async function recoverJournalFile(
  path: string,
  key: EpisodeKey,
): Promise<{ file: JournalFile; tornBytes: number; damaged: string | null }> {
  const bytes = await readFile(path);
  const { offsets, last } = wholeEntries(bytes);
  const end = offsets.at(-1) ?? 0;
  const rest = bytes.subarray(end);
  const isTornLine = !rest.includes(NEWLINE);
  const damaged = isTornLine ? null : `${path}.damaged`;
  if (damaged !== null) await writeFile(damaged, rest, { flush: true });
  const handle = await open(path, "r+");
  if (rest.length > 0) {
    await handle.truncate(end);
    await handle.datasync();
  }
  const file = new JournalFile(key, { path, handle, offsets, finished: last?.kind === "finished" });
  file.open = false;
  return { file, tornBytes: rest.length, damaged };
}
