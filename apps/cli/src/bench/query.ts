import { rm } from "node:fs/promises";
import { createDatabase } from "@deskrl/db";
import { type BenchReport, figure, machineFacts, percentile } from "@deskrl/desktops/bench";
import { AppError } from "@deskrl/domain";
import { type Client, createClient } from "../client.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { startSystem } from "../system/start-system.ts";
import { createLongSeries, type LongSeries } from "./query/long-series.ts";

const POINTS = 1_000_000;
const CHARTS = 240;

/** What a person looks at, again and again: all of it, a half, a tenth, a hundredth; plain and smoothed. */
const LOOKS = [
  { share: 1, smoothing: 0 },
  { share: 1, smoothing: 100 },
  { share: 0.5, smoothing: 0 },
  { share: 0.1, smoothing: 1_000 },
  { share: 1, smoothing: 10 },
  { share: 0.01, smoothing: 0 },
] as const;

/**
 * Time of a chart over a curve of a million points, as the dashboard asks for it: over HTTP, from PostgreSQL, while new
 * points keep coming in. Each answer is checked to have the lowest and the highest point of its range.
 */
export async function benchQuery(options: {
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { log, signal } = options;
  const machine = machineFacts();
  const dataDir = await scratchDataDir("query");
  const system = await startSystem({
    ...{ dataDir, port: 0, desktops: 0, provider: "sim", dashboard: false, worker: false },
  });
  const db = createDatabase({ url: system.databaseUrl });
  try {
    log(`a curve of ${POINTS} points`);
    const series = await createLongSeries(db, POINTS);
    const client = createClient({ url: system.url, token: system.operatorToken });
    const first = await chart(client, series, { share: 1, smoothing: 0 });
    log(`  first look ${first.ms.toFixed(0)} ms; now ${CHARTS} charts`);
    const samples: number[] = [];
    for (let index = 0; index < CHARTS; index++) {
      signal.throwIfAborted();
      if (index % 8 === 0) await series.append();
      const look = LOOKS[index % LOOKS.length];
      if (look) samples.push((await chart(client, series, look)).ms);
    }
    return {
      bench: "query",
      machine,
      figures: {
        chart_ms_p95: figure(percentile(samples, 0.95), "ms", samples.length),
        chart_ms_p50: figure(percentile(samples, 0.5), "ms", samples.length),
        first_chart_ms: figure(first.ms, "ms", 1),
        points_drawn: figure(first.drawn, "points", 1),
      },
    };
  } finally {
    await db.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function chart(
  client: Client,
  series: LongSeries,
  { share, smoothing }: { share: number; smoothing: number },
): Promise<{ ms: number; drawn: number }> {
  const { runId, name, length } = series;
  const fromStep = Math.floor((length * (1 - share)) / 2);
  const toStep = fromStep + Math.floor(length * share) - 1;
  const startedAt = performance.now();
  const answer = await client.metrics.series.query({
    ...{ runIds: [runId], names: [name], fromStep, toStep, smoothing },
  });
  const ms = performance.now() - startedAt;
  const [drawn] = answer.series;
  const values = (drawn?.value ?? []).map(Number);
  const { low, high } = series.extremes(fromStep, toStep);
  if (Math.min(...values) !== low || Math.max(...values) !== high) {
    throw new AppError(
      "internal",
      `The chart of ${fromStep} to ${toStep} lacks its lowest or highest point.`,
    );
  }
  return { ms, drawn: values.length };
}
