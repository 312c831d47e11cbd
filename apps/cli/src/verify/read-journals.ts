import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { JournalRecord } from "@deskrl/protocol";

/** Files of a worker's journal, stored ones that were kept for the audit included. */
async function journalFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Every step a worker wrote down, as `episode#index`. A torn last line is what a kill in the middle of a write leaves:
 * that step was not finished, so it does not count.
 */
export async function readJournals(workerDir: string): Promise<string[]> {
  const keys = new Set<string>();
  for (const file of await journalFiles(join(workerDir, "journal"))) {
    for (const line of (await readFile(file, "utf8")).split("\n")) {
      const record = parseLine(line);
      if (record?.kind === "step") keys.add(`${record.step.episodeId}#${record.step.index}`);
    }
  }
  return [...keys];
}

function parseLine(line: string): JournalRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    const wrapped = typeof value === "object" && value !== null && "record" in value ? value.record : value;
    return JournalRecord.parse(wrapped);
  } catch {
    return null;
  }
}
