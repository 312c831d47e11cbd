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
  const { system, runId } = options;
  const client = createClient({ url: system.url, token: system.operatorToken });
  const run = await client.run.byId.query({ id: runId });
  const database = new pg.Client({ connectionString: system.databaseUrl });
  await database.connect();
  const broken: string[] = [];
  try {
    const journalled = await readJournals(system.layout.worker);
    const rows = await database.query<{ key: string }>(
      `SELECT s.episode_id || '#' || s.index AS key FROM steps s JOIN episodes e ON e.id = s.episode_id WHERE e.run_id = $1`,
      [runId],
    );
    const stored = new Set(rows.rows.map((row) => row.key));
    const stepsLost = journalled.filter((key) => !stored.has(key));
    const gaps = await database.query<{ id: string }>(
      `SELECT e.id FROM episodes e LEFT JOIN steps s ON s.episode_id = e.id WHERE e.run_id = $1
       GROUP BY e.id HAVING count(s.index) <> coalesce(max(s.index) + 1, 0)`,
      [runId],
    );
    const causeless = await database.query<{ id: string }>(
      `SELECT id FROM episodes WHERE run_id = $1 AND verdict = 'invalid' AND cause IS NULL`,
      [runId],
    );
    const unfinished = await database.query<{ id: string }>(
      `SELECT id FROM episodes WHERE run_id = $1 AND state <> 'finished'`,
      [runId],
    );
    const owners = await database.query<{ id: string }>("SELECT id FROM workers");
    await options.stop();
    const orphanContainers = await labelledContainers(owners.rows.map((row) => row.id));
    if (run.state !== "finished") broken.push(`the run is ${run.state}, not finished`);
    const done = run.counts.succeeded + run.counts.failed + run.counts.invalid;
    if (done !== run.counts.planned) broken.push(`${run.counts.planned} episodes planned, ${done} done`);
    const asked = options.kills;
    if (options.victims.length < asked)
      broken.push(`the run ended after ${options.victims.length} of ${asked} kills`);
    if (options.victims.includes("worker") && run.counts.retried === 0) {
      broken.push("no episode was hit, so the kills proved nothing");
    }
    if (journalled.length === 0) broken.push("no journal was kept, so nothing could be compared");
    if (stepsLost.length > 0) broken.push(`${stepsLost.length} finished steps lost`);
    if (gaps.rowCount) broken.push(`${gaps.rowCount} episodes with a gap in their steps`);
    if (causeless.rowCount) broken.push(`${causeless.rowCount} invalid episodes without a cause`);
    if (unfinished.rowCount) broken.push(`${unfinished.rowCount} episodes left unfinished`);
    if (orphanContainers.length > 0) broken.push(`${orphanContainers.length} containers left behind`);
    return {
      kills: {
        worker: options.victims.filter((victim) => victim === "worker").length,
        controlPlane: options.victims.filter((victim) => victim === "control plane").length,
      },
      runState: run.state,
      counts: run.counts,
      stepsJournalled: journalled.length,
      stepsStored: stored.size,
      stepsLost,
      orphanContainers,
      broken,
    };
  } finally {
    await database.end();
  }
}
