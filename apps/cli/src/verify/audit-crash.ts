import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { RunCounts } from "@deskrl/domain";
import pg from "pg";
import { createClient } from "../client.ts";
import type { RunningDeskrl } from "../system/start-system.ts";
import { readJournals } from "./read-journals.ts";

const exec = promisify(execFile);

export interface CrashAudit {
  kills: { worker: number; controlPlane: number };
  runState: string;
  counts: RunCounts;
  stepsJournalled: number;
  stepsStored: number;
  /** `episode#index` of steps a worker had written down that the database does not hold. */
  stepsLost: string[];
  orphanContainers: string[];
  /** What does not hold, in words; empty when all is well. */
  broken: string[];
}

/** Names of containers that carry a label of the worker of this data folder. */
async function labelledContainers(ownerIds: readonly string[]): Promise<string[]> {
  const lists = ownerIds.map(async (owner) => {
    const { stdout } = await exec("docker", [
      "ps",
      "--all",
      "--filter",
      `label=deskrl.owner=${owner}`,
      "--format",
      "{{.Names}}",
    ]);
    return stdout.split("\n").filter(Boolean);
  });
  return (await Promise.all(lists)).flat();
}

interface Recorded {
  /** `episode#index` of each stored step. */
  steps: Set<string>;
  gaps: number;
  causeless: number;
  unfinished: number;
  workerIds: string[];
}

/** What the database holds of the run. Its connection is closed again: the database ends before the audit does. */
async function readRecorded(databaseUrl: string, runId: string): Promise<Recorded> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const steps = await database.query<{ key: string }>(
      `SELECT s.episode_id || '#' || s.index AS key FROM steps s JOIN episodes e ON e.id = s.episode_id WHERE e.run_id = $1`,
      [runId],
    );
    const gaps = await database.query(
      `SELECT e.id FROM episodes e LEFT JOIN steps s ON s.episode_id = e.id WHERE e.run_id = $1
       GROUP BY e.id HAVING count(s.index) <> coalesce(max(s.index) + 1, 0)`,
      [runId],
    );
    const causeless = await database.query(
      `SELECT id FROM episodes WHERE run_id = $1 AND verdict = 'invalid' AND cause IS NULL`,
      [runId],
    );
    const unfinished = await database.query(
      `SELECT id FROM episodes WHERE run_id = $1 AND state <> 'finished'`,
      [runId],
    );
    const workers = await database.query<{ id: string }>("SELECT id FROM workers");
    return {
      steps: new Set(steps.rows.map((row) => row.key)),
      gaps: gaps.rowCount ?? 0,
      causeless: causeless.rowCount ?? 0,
      unfinished: unfinished.rowCount ?? 0,
      workerIds: workers.rows.map((row) => row.id),
    };
  } finally {
    await database.end();
  }
}

/** Compares what the workers wrote down with what the database holds, and looks for what was left behind. */
export async function auditCrash(options: {
  system: RunningDeskrl;
  runId: string;
  victims: readonly string[];
  /** How many kills were asked for. */
  kills: number;
  /** Ends the system; containers are counted after it. */
  stop: () => Promise<void>;
}): Promise<CrashAudit> {
  const { system, runId, victims } = options;
  const client = createClient({ url: system.url, token: system.operatorToken });
  const run = await client.run.byId.query({ id: runId });
  const recorded = await readRecorded(system.databaseUrl, runId);
  const journalled = await readJournals(system.layout.worker);
  const stepsLost = journalled.filter((key) => !recorded.steps.has(key));
  await options.stop();
  const orphanContainers = await labelledContainers(recorded.workerIds);
  const done = run.counts.succeeded + run.counts.failed + run.counts.invalid;
  const faults: [boolean, string][] = [
    [run.state !== "finished", `the run is ${run.state}, not finished`],
    [done !== run.counts.planned, `${run.counts.planned} episodes planned, ${done} done`],
    [victims.length < options.kills, `the run ended after ${victims.length} of ${options.kills} kills`],
    [
      victims.includes("worker") && run.counts.retried === 0,
      "no episode was hit, so the kills proved nothing",
    ],
    [journalled.length === 0, "no journal was kept, so nothing could be compared"],
    [stepsLost.length > 0, `${stepsLost.length} finished steps lost`],
    [recorded.gaps > 0, `${recorded.gaps} episodes with a gap in their steps`],
    [recorded.causeless > 0, `${recorded.causeless} invalid episodes without a cause`],
    [recorded.unfinished > 0, `${recorded.unfinished} episodes left unfinished`],
    [orphanContainers.length > 0, `${orphanContainers.length} containers left behind`],
  ];
  return {
    kills: {
      worker: victims.filter((victim) => victim === "worker").length,
      controlPlane: victims.filter((victim) => victim === "control plane").length,
    },
    runState: run.state,
    counts: run.counts,
    stepsJournalled: journalled.length,
    stepsStored: recorded.steps.size,
    stepsLost,
    orphanContainers,
    broken: faults.flatMap(([holds, words]) => (holds ? [words] : [])),
  };
}
