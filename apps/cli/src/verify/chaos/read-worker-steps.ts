import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { JournalRecord } from "@deskrl/protocol";

/** `done`: the control plane said that it is stored. `active`: not delivered yet. `rejected`: it can never be. */
export type JournalArea = "done" | "active" | "rejected";

export interface WrittenStep {
  /** `episode#index` */
  key: string;
  actionId: string;
  area: JournalArea;
}

/** Every step that a worker wrote down. A torn last line is a step that was not finished, so it does not count. */
export async function readWorkerSteps(workerDir: string): Promise<WrittenStep[]> {
  const steps: WrittenStep[] = [];
  for (const area of ["done", "active", "rejected"] as const) {
    const folder = join(workerDir, "journal", area);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith(".jsonl")) continue;
      for (const line of (await readFile(join(folder, name), "utf8")).split("\n")) {
        const record = parse(line);
        if (record?.kind !== "step") continue;
        const { episodeId, index, actionId } = record.step;
        steps.push({ key: `${episodeId}#${index}`, actionId, area });
      }
    }
  }
  return steps;
}

function parse(line: string): JournalRecord | null {
  try {
    return JournalRecord.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
