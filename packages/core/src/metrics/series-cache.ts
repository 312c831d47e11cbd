import type { MetricSeriesRow } from "@deskrl/db";
import type { CoreContext } from "../context.ts";
import { loadPoints, type PointsWanted } from "./load-points.ts";
import { emptyPoints, type Points } from "./points.ts";

export type SeriesHead = Pick<MetricSeriesRow, "id" | "count" | "lastStep" | "revision">;

interface Entry {
  revision: number;
  points: Points;
}

/** Points held at most: about 120 MB. */
const MAX_POINTS = 6_000_000;

/**
 * Whole series in memory, since smoothing needs all of one and charts ask for the same ones again and again. Rows are the
 * truth: a series whose revision has changed (a point came late or was replaced) is read anew, else only what is above
 * its last step. The least used are given up when there are too many.
 */
class SeriesCache {
  readonly #entries = new Map<number, Entry>();
  /** Readers wait for each other, so that nothing is read twice at the same time. */
  #queue: Promise<unknown> = Promise.resolve();

  read(ctx: CoreContext, heads: readonly SeriesHead[]): Promise<Map<number, Points>> {
    const next = this.#queue.then(() => this.#read(ctx, heads));
    this.#queue = next.catch(() => {});
    return next;
  }

  async #read(ctx: CoreContext, heads: readonly SeriesHead[]): Promise<Map<number, Points>> {
    const wanted: PointsWanted[] = [];
    const current = new Map<number, Points>();
    for (const head of heads) {
      const entry = this.#entries.get(head.id);
      const have = entry?.revision === head.revision ? entry.points : emptyPoints();
      if (have.length < head.count)
        wanted.push({ seriesId: head.id, have, missing: head.count - have.length });
      current.set(head.id, have);
    }
    for (const [id, points] of await loadPoints(ctx, wanted)) current.set(id, points);
    for (const { id, revision } of heads) {
      const points = current.get(id);
      this.#entries.delete(id);
      if (points) this.#entries.set(id, { revision, points });
    }
    this.#shrink();
    return current;
  }

  #shrink(): void {
    let total = 0;
    for (const { points } of this.#entries.values()) total += points.step.length;
    for (const [id, { points }] of this.#entries) {
      if (total <= MAX_POINTS) return;
      total -= points.step.length;
      this.#entries.delete(id);
    }
  }
}

const caches = new WeakMap<CoreContext["db"], SeriesCache>();

/** The points of series, complete as of their heads. One cache for each database connection of a process. */
export function readSeries(ctx: CoreContext, heads: readonly SeriesHead[]): Promise<Map<number, Points>> {
  const cache = caches.get(ctx.db) ?? new SeriesCache();
  caches.set(ctx.db, cache);
  return cache.read(ctx, heads);
}
