import { AppError, type BlobHash } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";

/** A journal that refers to a blob is delivered right after it, but its worker may lose the connection in between. */
const LEAST_GRACE_MS = 3_600_000;
const DEFAULT_GRACE_MS = 24 * 3_600_000;

export const SweepBlobsInput = z.object({
  /** Blobs that were stored within this time are kept, ms. */
  graceMs: z.number().int().min(LEAST_GRACE_MS).default(DEFAULT_GRACE_MS),
  /** Only says what would go. */
  dryRun: z.boolean().default(false),
});

export interface BlobSweep {
  /** All that the store holds, before the sweep. */
  blobs: number;
  bytes: number;
  /** What nothing refers to and is old enough; removed unless it was a dry run. */
  unreferenced: number;
  unreferencedBytes: number;
}

/** Blobs asked about at a time: each question looks through the table of steps once. */
const BATCH = 50_000;

/**
 * Removes blobs that nothing refers to any more: those of runs that were deleted, and those whose steps never came. A
 * blob that is stored again while this looks is kept.
 * @throws AppError `invalid_input` for a grace below an hour; `cancelled`
 */
export async function sweepBlobs(
  ctx: CoreContext,
  options: z.input<typeof SweepBlobsInput> & { signal?: AbortSignal | undefined } = {},
): Promise<BlobSweep> {
  const { signal, ...given } = options;
  const { graceMs, dryRun } = parseInput(SweepBlobsInput, given, "sweep of the blob store");
  const before = new Date(ctx.clock().getTime() - graceMs);
  const sweep: BlobSweep = { blobs: 0, bytes: 0, unreferenced: 0, unreferencedBytes: 0 };
  let candidates = new Map<BlobHash, number>();
  const judge = async () => {
    const referenced = await referencedOf(ctx, [...candidates.keys()]);
    for (const [hash, size] of candidates) {
      if (signal?.aborted) throw new AppError("cancelled", "The sweep of the blob store was ended.");
      if (referenced.has(hash)) continue;
      if (!dryRun && !(await ctx.blobs.deleteStoredBefore(hash, before))) continue;
      sweep.unreferenced += 1;
      sweep.unreferencedBytes += size;
    }
    candidates = new Map();
  };
  for await (const hash of ctx.blobs.iterate()) {
    if (signal?.aborted) throw new AppError("cancelled", "The sweep of the blob store was ended.");
    const stat = await ctx.blobs.stat(hash);
    if (!stat) continue;
    sweep.blobs += 1;
    sweep.bytes += stat.size;
    if (stat.storedAt < before) candidates.set(hash, stat.size);
    if (candidates.size >= BATCH) await judge();
  }
  if (candidates.size > 0) await judge();
  return sweep;
}

/** Which of these something refers to: steps, ends of episodes, input files of tasks, and what training keeps. */
async function referencedOf(ctx: CoreContext, hashes: BlobHash[]): Promise<Set<string>> {
  const rows = await ctx.db.prisma.$queryRaw<{ hash: string }[]>`
    SELECT asked.hash FROM unnest(${hashes}::text[]) AS asked (hash) WHERE asked.hash IN (
      SELECT screenshot FROM steps WHERE screenshot IS NOT NULL
      UNION ALL SELECT final_screenshot FROM episodes WHERE final_screenshot IS NOT NULL
      UNION ALL SELECT file->>'hash' FROM tasks, jsonb_array_elements(files) AS file WHERE file->>'hash' IS NOT NULL
      UNION ALL SELECT checkpoint FROM phases WHERE checkpoint IS NOT NULL
      UNION ALL SELECT pool FROM phases WHERE pool IS NOT NULL
      UNION ALL SELECT checkpoint FROM policy_versions WHERE checkpoint IS NOT NULL
    )`;
  return new Set(rows.map(({ hash }) => hash));
}
