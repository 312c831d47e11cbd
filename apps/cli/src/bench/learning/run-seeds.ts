import { fork } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { AppError } from "@deskrl/domain";
import type { SeedRow } from "@deskrl/training/experiment";
import { ROOT } from "../../paths.ts";
import { type SeedJob, type SeedMessage, StoredRow } from "./seed-job.ts";

export interface RunSeedsOptions {
  jobs: readonly SeedJob[];
  /** Processes at a time. */
  processes: number;
  /** Each finished row is appended here; null keeps none. */
  rowsFile: string | null;
  /** Takes rows of the same jobs that the file holds already instead of making them again. */
  resume: boolean;
  signal: AbortSignal;
  log: (line: string) => void;
}

const PROGRAM = fileURLToPath(new URL("./seed-process.ts", import.meta.url));
/** Young objects die in their thousands at every step; a larger nursery saves most of the collector's work. */
const NODE_OPTIONS = ["--import", "tsx", "--max-semi-space-size=64"];

/**
 * Runs every job in a process of its own and gives back the rows in the order of the jobs.
 * @throws AppError `internal` when a process ends without a row
 */
export async function runSeeds(options: RunSeedsOptions): Promise<SeedRow[]> {
  const { jobs, processes, rowsFile, resume, signal, log } = options;
  const known = rowsFile !== null && resume ? await readRows(rowsFile) : new Map<string, SeedRow>();
  const rows: SeedRow[] = [];
  let next = 0;
  /** Takes the next job as long as there is one. */
  const work = async (): Promise<void> => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index];
      if (!job) return;
      signal.throwIfAborted();
      const old = known.get(JSON.stringify(job));
      if (old) log(`seed ${job.seed}: taken from ${rowsFile}`);
      rows[index] = old ?? (await runInProcess(job, { signal, log }));
      if (rowsFile !== null && !old)
        await appendFile(rowsFile, `${JSON.stringify({ job, row: rows[index] })}\n`);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  return rows;
}

async function readRows(file: string): Promise<Map<string, SeedRow>> {
  const text = await readFile(file, "utf8").catch(() => "");
  const rows = text
    .split("\n")
    .filter((line) => line !== "")
    // A line that was cut off when the bench was killed is made again.
    .flatMap((line) => {
      try {
        return [StoredRow.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
  return new Map(rows.map(({ job, row }) => [JSON.stringify(job), row]));
}

function runInProcess(
  job: SeedJob,
  { signal, log }: Pick<RunSeedsOptions, "signal" | "log">,
): Promise<SeedRow> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [JSON.stringify(job)], { cwd: ROOT, execArgv: NODE_OPTIONS, signal });
    let row: SeedRow | null = null;
    child.on("message", (message: SeedMessage) => {
      if (message.type === "log") log(message.line);
      else row = message.row;
    });
    child.once("error", reject);
    child.once("exit", (code, by) => {
      if (row !== null) resolve(row);
      else
        reject(
          new AppError("internal", `The process of seed ${job.seed} ended with ${by ?? code} and no result.`),
        );
    });
  });
}
