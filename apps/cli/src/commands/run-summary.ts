import type { Run } from "@deskrl/domain";
import pc from "picocolors";
import type { Client } from "../client.ts";
import { renderTable } from "../output/table.ts";

/** What `--json` prints. Invalid episodes are counted beside the rates, never in them. */
export function runResult(run: Run) {
  const { succeeded, failed, invalid } = run.counts;
  return { episodes: succeeded + failed + invalid, succeeded, failed, invalid };
}

type EpisodeRow = Awaited<ReturnType<Client["episode"]["list"]["query"]>>["items"][number];

/** Every finished episode of a run, all pages. */
export async function allEpisodes(client: Client, runId: string): Promise<EpisodeRow[]> {
  const rows: EpisodeRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.episode.list.query({
      runId,
      state: ["finished"],
      limit: 100,
      sort: "oldest",
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

/** Prints the table of applications and, below it, why episodes did not succeed. */
export async function printRunSummary(client: Client, run: Run): Promise<void> {
  const episodes = await allEpisodes(client, run.id);
  const domains = [...new Set(episodes.map((episode) => episode.domain))].sort();
  const count = (rows: EpisodeRow[], verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  const row = (name: string, rows: EpisodeRow[]) => {
    const judged = rows.filter((episode) => episode.verdict !== "invalid");
    const steps = judged.reduce((sum, episode) => sum + episode.stepCount, 0);
    return {
      name,
      succeeded: count(rows, "succeeded"),
      failed: count(rows, "failed"),
      invalid: count(rows, "invalid"),
      rate: judged.length ? `${((100 * count(rows, "succeeded")) / judged.length).toFixed(1)}` : "–",
      steps: judged.length ? (steps / judged.length).toFixed(1) : "–",
    };
  };
  const rows = domains.map((domain) =>
    row(
      domain,
      episodes.filter((episode) => episode.domain === domain),
    ),
  );
  const table = renderTable(
    [...rows, row("all", episodes)],
    [
      { header: "Application", value: (r) => r.name, maxWidth: 24 },
      { header: "succeeded", value: (r) => pc.green(String(r.succeeded)), align: "right" },
      { header: "failed", value: (r) => (r.failed ? pc.red(String(r.failed)) : "0"), align: "right" },
      { header: "invalid", value: (r) => (r.invalid ? pc.yellow(String(r.invalid)) : "0"), align: "right" },
      { header: "success %", value: (r) => r.rate, align: "right" },
      { header: "steps", value: (r) => r.steps, align: "right" },
    ],
  );
  process.stdout.write(`\n${table}\n`);
  const missed = missedTable(episodes);
  if (missed) process.stdout.write(`\n${missed}\n`);
}

/** Says on standard error why episodes did not succeed, so that a script's last line of output stays the result. */
export async function explainMissed(client: Client, run: Run): Promise<void> {
  const missed = missedTable(await allEpisodes(client, run.id));
  if (missed) process.stderr.write(`${missed}\n`);
}

const MISSED_SHOWN = 20;

function missedTable(episodes: readonly EpisodeRow[]): string | null {
  const missed = episodes.filter((episode) => episode.verdict !== "succeeded");
  if (missed.length === 0) return null;
  const reasons = renderTable(missed.slice(0, MISSED_SHOWN), [
    { header: "Task", value: (e) => e.taskKey, maxWidth: 24 },
    { header: "Verdict", value: (e) => e.verdict ?? "" },
    { header: "Cause", value: (e) => e.cause ?? "", maxWidth: 18 },
    { header: "Reason", value: (e) => (e.reason ?? "").replace(/\s+/g, " "), maxWidth: 44 },
  ]);
  const more = missed.length - MISSED_SHOWN;
  return more > 0 ? `${reasons}\n${pc.dim(`… and ${more} more`)}` : reasons;
}
