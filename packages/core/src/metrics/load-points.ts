import type { CoreContext } from "../context.ts";
import { emptyPoints, type Points, reserve } from "./points.ts";

/** Points read in one query at most, so that no single answer holds up everything else. */
const CHUNK = 100_000;
/** Bytes of a packed point: step (4), value (8), time (8), as PostgreSQL sends them. */
const POINT_BYTES = 20;
/** PostgreSQL counts its microseconds from 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

export interface PointsWanted {
  seriesId: number;
  /** What is there already; points above its last step are added. */
  have: Points;
  /** About how many are missing. */
  missing: number;
}

/**
 * Reads points that are not there yet. Many small series come in one query; of a large one a chunk each. They travel
 * packed: rows of a million points would cost a hundred times as much to take apart.
 */
export async function loadPoints(
  ctx: CoreContext,
  wanted: readonly PointsWanted[],
): Promise<Map<number, Points>> {
  const loaded = new Map(wanted.map((one) => [one.seriesId, one.have]));
  let open = [...wanted];
  while (open.length > 0) {
    const batch: PointsWanted[] = [];
    let budget = CHUNK;
    for (const one of open) {
      if (batch.length > 0 && one.missing > budget) break;
      batch.push(one);
      budget -= one.missing;
    }
    const full = await loadChunk(ctx, batch, loaded);
    open = open.filter((one) => !batch.includes(one) || full.has(one.seriesId));
  }
  return loaded;
}

/** @returns ids of the series that may have more */
async function loadChunk(
  ctx: CoreContext,
  batch: readonly PointsWanted[],
  loaded: Map<number, Points>,
): Promise<Set<number>> {
  const ids = batch.map((one) => one.seriesId);
  const after = ids.map((id) => lastStep(loaded.get(id)));
  const rows = await ctx.db.prisma.$queryRaw<{ id: number; packed: string }[]>`
    SELECT wanted.id, (
      SELECT encode(string_agg(int4send(step) || float8send(value) || timestamptz_send(at), ''::bytea), 'base64')
      FROM (SELECT step, value, at FROM metric_points point
        WHERE point.series_id = wanted.id AND point.step > wanted.after ORDER BY step LIMIT ${CHUNK}) chunk
    ) AS packed
    FROM unnest(${ids}::int[], ${after}::bigint[]) AS wanted (id, after)`;
  const full = new Set<number>();
  for (const { id, packed } of rows) {
    if (!packed) continue;
    const before = loaded.get(id) ?? emptyPoints();
    const grown = unpack(before, Buffer.from(packed, "base64"));
    if (grown.length - before.length >= CHUNK) full.add(id);
    loaded.set(id, grown);
  }
  return full;
}

function lastStep(points: Points | undefined): number {
  return points && points.length > 0 ? (points.step[points.length - 1] ?? 0) : -2_147_483_649;
}

function unpack(have: Points, packed: Buffer): Points {
  const count = packed.length / POINT_BYTES;
  const points = { ...reserve(have, count) };
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let index = 0; index < count; index += 1) {
    const offset = index * POINT_BYTES;
    points.step[points.length] = view.getInt32(offset);
    points.value[points.length] = view.getFloat64(offset + 4);
    const microseconds = view.getInt32(offset + 12) * 4_294_967_296 + view.getUint32(offset + 16);
    points.at[points.length] = EPOCH_MS + microseconds / 1_000;
    points.length += 1;
  }
  return points;
}
