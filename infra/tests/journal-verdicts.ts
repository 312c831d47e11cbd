import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJournalName } from "../../apps/worker/src/journal/journal-name.ts";
import { JournalRecord } from "../../packages/protocol/src/index.ts";

/** What a worker judged its episodes to be, by its own journal, stored or not. */
export async function readVerdicts(workerDir: string): Promise<Map<string, string>> {
  const verdicts = new Map<string, string>();
  for (const area of ["done", "active", "rejected"]) {
    const folder = join(workerDir, "journal", area);
    for (const name of await readdir(folder).catch(() => [])) {
      const key = parseJournalName(name);
      if (!key) continue;
      for (const line of (await readFile(join(folder, name), "utf8")).trimEnd().split("\n")) {
        const record = JournalRecord.parse(JSON.parse(line));
        if (record.kind === "finished") verdicts.set(key.episodeId, record.result.verdict);
      }
    }
  }
  return verdicts;
}
