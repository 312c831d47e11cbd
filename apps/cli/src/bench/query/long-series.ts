import type { Database } from "@deskrl/db";
import { newId, RunSpec } from "@deskrl/domain";

export interface LongSeries {
  runId: string;
  name: string;
  /** Points so far; their steps are counted from 0. */
  readonly length: number;
  /** One more point at its end. */
  append(): Promise<void>;
  /** Lowest and highest value from a step to another, both included. */
  extremes(fromStep: number, toStep: number): { low: number; high: number };
}

/** A noisy curve with rare spikes, which a chart that takes every n-th point would miss. */
function valueAt(step: number): number {
  const noise = ((Math.imul(step, 2_654_435_761) >>> 0) / 4_294_967_296 - 0.5) * 0.2;
  const spike = step % 99_991 === 777 ? 3 : step % 99_991 === 5_555 ? -3 : 0;
  return Math.fround(1 - Math.exp(-step / 300_000) + noise + spike);
}

/** Makes a run of an external trainer with one metric of that many points, straight in the tables. */
export async function createLongSeries({ prisma }: Database, points: number): Promise<LongSeries> {
  const runId = newId("run");
  const name = "success/rate";
  const spec = RunSpec.parse({ name: "bench", suite: "external", policy: "external", episodes: 1 });
  const state = { state: "running", desiredState: "running", requestedBy: "bench", taskIds: [] };
  await prisma.run.create({ data: { id: runId, name: "bench", kind: "external", spec, ...state } });
  const series = await prisma.metricSeries.create({ data: { runId, attempt: 1, name } });
  let length = 0;
  const add = async (count: number) => {
    const steps = Array.from({ length: count }, (_, index) => length + index);
    const values = steps.map((step) => String(valueAt(step)));
    await prisma.$transaction([
      prisma.$executeRaw`
        INSERT INTO metric_points (series_id, step, value, at)
        SELECT ${series.id}::int, step, value, to_timestamp(1.8e9 + step)
        FROM unnest(${steps}::int[], ${values}::float8[]) AS point (step, value)`,
      prisma.metricSeries.update({
        where: { id: series.id },
        data: { count: length + count, lastStep: length + count - 1 },
      }),
    ]);
    length += count;
  };
  while (length < points) await add(Math.min(50_000, points - length));
  await prisma.$executeRaw`ANALYZE metric_points`;
  return {
    ...{ runId, name },
    get length() {
      return length;
    },
    append: () => add(1),
    extremes(fromStep, toStep) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let step = fromStep; step <= toStep; step++) {
        const value = valueAt(step);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      return { low, high };
    },
  };
}
