import { statfs } from "node:fs/promises";
import type { LoopHealth } from "@deskrl/api";
import { type CoreContext, type Gauges, readGauges } from "@deskrl/core";
import type { Metrics } from "./create-metrics.ts";

export interface MetricSources {
  core: CoreContext;
  dataDir: string;
  /** Sequence of the last event that was handed out here. */
  position: () => number;
  leading: () => boolean;
  loops: () => LoopHealth[];
  streams: () => { control: number; tunnel: number };
}

const LOOP_STATES: readonly LoopHealth["state"][] = ["working", "waiting", "failing", "stuck", "standby"];
/** Scrapes that come closer together than this share the numbers from the database. */
const FRESH_MS = 2_000;

/** Brings gauges up to date at a scrape. A database that is away leaves out its numbers and is told as such. */
export function createCollector(metrics: Metrics, sources: MetricSources): () => Promise<string> {
  let read: { at: number; gauges: Promise<Gauges | null> } | null = null;
  const gauges = () => {
    const now = performance.now();
    if (!read || now - read.at > FRESH_MS)
      read = { at: now, gauges: readGauges(sources.core).catch(() => null) };
    return read.gauges;
  };
  return async () => {
    fillProcess(metrics, sources);
    const [counts, disk] = await Promise.all([gauges(), statfs(sources.dataDir).catch(() => null)]);
    if (disk) metrics.diskFree.set(disk.bavail * disk.bsize);
    fillDatabase(metrics, counts, sources.position());
    return metrics.registry.metrics();
  };
}

function fillProcess(metrics: Metrics, sources: MetricSources): void {
  const { control, tunnel } = sources.streams();
  metrics.grpcStreams.set({ kind: "control" }, control);
  metrics.grpcStreams.set({ kind: "tunnel" }, tunnel);
  metrics.leading.set(sources.leading() ? 1 : 0);
  for (const { name: loop, state, lastSuccessAt, durationMs } of sources.loops()) {
    if (lastSuccessAt) metrics.loopSuccess.set({ loop }, lastSuccessAt.getTime() / 1_000);
    if (durationMs !== null) metrics.loopDuration.set({ loop }, durationMs / 1_000);
    for (const one of LOOP_STATES) metrics.loopState.set({ loop, state: one }, one === state ? 1 : 0);
  }
}

function fillDatabase(metrics: Metrics, counts: Gauges | null, position: number): void {
  metrics.gaugesUp.set(counts ? 1 : 0);
  const { workers, desktops, episodes, jobs, expiredLeases, journalBacklog, eventsLag } = metrics;
  for (const one of [workers, desktops, episodes, jobs]) one.reset();
  if (!counts) return;
  for (const { count, ...labels } of counts.workers) workers.set(labels, count);
  for (const { count, ...labels } of counts.desktops) desktops.set(labels, count);
  // So that an empty queue is a 0 and not a gap.
  episodes.set({ state: "queued" }, 0);
  for (const { count, ...labels } of counts.episodes) episodes.set(labels, count);
  for (const { count, ...labels } of counts.trainingJobs) jobs.set(labels, count);
  expiredLeases.set(counts.expiredLeases);
  journalBacklog.set(counts.journalBacklog);
  eventsLag.set(Math.max(0, counts.latestSequence - position));
}
