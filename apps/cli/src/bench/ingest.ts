import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { type CoreContext, createCoreContext, ingestJournal, type JournalEntry } from "@deskrl/core";
import { createDatabase, migrate } from "@deskrl/db";
import { type BenchReport, figure, machineFacts, percentile } from "@deskrl/desktops/bench";
import { dataLayout } from "../paths.ts";
import { openDatabase } from "../system/open-database.ts";
import { scratchDataDir } from "../system/scratch-data-dir.ts";
import { createFleetAtWork } from "./ingest/fleet-at-work.ts";
import { recordedJournal, sampleObservations } from "./ingest/recorded-journal.ts";
import { serverSeconds } from "./ingest/server-usage.ts";

const WRITERS = 16;
const EPISODES_EACH = 40;
const STEPS = 30;
/** Entries of one delivery at most, as the worker sends them. */
const BATCH = 64;

/**
 * Steps a second that the journals of 16 workers bring durably into PostgreSQL: whole journals of episodes, with what the
 * agent saw, in the batches that workers send, each answered before the next one goes.
 */
export async function benchIngest(options: {
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { log, signal } = options;
  const machine = machineFacts();
  const dataDir = await scratchDataDir("ingest");
  const layout = dataLayout(dataDir);
  const server = await openDatabase(undefined, layout);
  const db = createDatabase({ url: server.url, poolSize: WRITERS });
  try {
    await migrate({ url: server.url });
    await mkdir(layout.controlPlane, { recursive: true });
    const blobs = createFilesystemBlobStore({ root: join(layout.controlPlane, "blobs") });
    const ctx = createCoreContext({ db, blobs });
    const fleet = await createFleetAtWork(db, { workers: WRITERS, episodesEach: EPISODES_EACH });
    const observations = sampleObservations(12);
    const journals = fleet.map(({ workerId, episodeIds }) => ({
      workerId,
      entries: episodeIds.flatMap((id) => recordedJournal(id, { steps: STEPS, observations })),
    }));
    log(`${WRITERS} writers deliver ${WRITERS * EPISODES_EACH} episodes of ${STEPS} steps`);
    const serverBefore = await serverSeconds(db);
    const nodeBefore = process.cpuUsage();
    const startedAt = performance.now();
    const all = await Promise.all(journals.map((journal) => deliver(ctx, journal, signal)));
    const seconds = (performance.now() - startedAt) / 1_000;
    const node = process.cpuUsage(nodeBefore);
    const serverUsed = (await serverSeconds(db)) - serverBefore;
    const steps = await db.prisma.step.count();
    const deliveries = all.flat();
    const bytes = JSON.stringify(journals[0]?.entries).length * WRITERS;
    return {
      bench: "ingest",
      machine,
      figures: {
        steps_per_second: figure(steps / seconds, "a second", steps),
        node_cpu_seconds_per_1000_steps: figure((node.user + node.system) / 1_000 / steps, "s", steps),
        postgres_cpu_seconds_per_1000_steps: figure((serverUsed * 1_000) / steps, "s", steps),
        delivery_ms_p95: figure(percentile(deliveries, 0.95), "ms", deliveries.length),
        step_bytes_mean: figure(bytes / steps, "bytes", steps),
      },
    };
  } finally {
    await db.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** One writer: a batch after the other, the next one only when the last one is stored. Gives the time of each. */
async function deliver(
  ctx: CoreContext,
  { workerId, entries }: { workerId: string; entries: readonly JournalEntry[] },
  signal: AbortSignal,
): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let from = 0; from < entries.length; from += BATCH) {
    signal.throwIfAborted();
    const batch = entries.slice(from, from + BATCH);
    const at = performance.now();
    const { rejected } = await ingestJournal(ctx, { workerId, entries: batch });
    milliseconds.push(performance.now() - at);
    if (rejected[0]) throw new Error(`${rejected[0].code}: ${rejected[0].message}`);
  }
  return milliseconds;
}
