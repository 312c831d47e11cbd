import { stepToColumns, type Transaction, toJsonParameter } from "@deskrl/db";
import type { Step } from "@deskrl/domain";

const keyOf = (step: { episodeId: string; index: number }) => `${step.episodeId}/${step.index}`;

export interface InsertedSteps {
  /** How many of an episode's steps are new. */
  added: Map<string, number>;
  /** Steps that could not be stored because their action id names another step. */
  clashing: ReadonlySet<Step>;
}

/** Stores steps in one statement from one parameter. Steps that are already there are left as they are. */
export async function insertSteps(tx: Transaction, steps: readonly Step[]): Promise<InsertedSteps> {
  const added = new Map<string, number>();
  if (steps.length === 0) return { added, clashing: new Set() };
  const inserted = await tx.$queryRaw<{ episodeId: string; index: number }[]>`
    INSERT INTO steps
    SELECT (jsonb_populate_record(NULL::steps, value)).*
    FROM jsonb_array_elements(${toJsonParameter(steps.map(stepToColumns))}::jsonb)
    ON CONFLICT DO NOTHING
    RETURNING episode_id AS "episodeId", index`;
  for (const row of inserted) added.set(row.episodeId, (added.get(row.episodeId) ?? 0) + 1);
  const stored = new Set(inserted.map(keyOf));
  const missing = steps.filter((step) => !stored.has(keyOf(step)));
  if (missing.length === 0) return { added, clashing: new Set() };
  const present = await tx.step.findMany({
    where: { episodeId: { in: [...new Set(missing.map((step) => step.episodeId))] } },
    select: { episodeId: true, index: true },
  });
  const known = new Set(present.map(keyOf));
  return { added, clashing: new Set(missing.filter((step) => !known.has(keyOf(step)))) };
}
