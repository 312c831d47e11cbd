import { type StoredStep, stepToColumns, type Transaction, toJsonParameter } from "@deskrl/db";

const keyOf = (step: { episodeId: string; index: number }) => `${step.episodeId}/${step.index}`;

export interface InsertedSteps {
  /** How many of an episode's steps are new. */
  added: Map<string, number>;
  /** Steps that could not be stored because their action id names another step. */
  clashing: ReadonlySet<StoredStep>;
}

/** Stands between observations: JSON text has no raw control character, and one splits text quicker than JSON. */
const SEPARATOR = "\u001e";

/** Stores steps in one statement from two parameters. Steps that are already there are left as they are. */
export async function insertSteps(tx: Transaction, steps: readonly StoredStep[]): Promise<InsertedSteps> {
  const added = new Map<string, number>();
  if (steps.length === 0) return { added, clashing: new Set() };
  const rows = toJsonParameter(steps.map(stepToColumns));
  const observations = steps.map(({ observation }) => observation).join(SEPARATOR);
  const inserted = await tx.$queryRaw<{ episodeId: string; added: number }[]>`
    WITH inserted AS (
      INSERT INTO steps (episode_id, index, action_id, screenshot, response_text, thought, code, call, format_ok,
        coordinate_space, points, outcome, result, error_code, reward, log_prob, entropy, started_at, timing, observation)
      SELECT episode_id, index, action_id, screenshot, response_text, thought, code, call, format_ok,
        coordinate_space, points, outcome, result, error_code, reward, log_prob, entropy, started_at, timing,
        observation::json
      FROM ROWS FROM (
        json_to_recordset(${rows}::json) AS (
          episode_id text, index int, action_id text, screenshot text, response_text text, thought text, code text,
          call jsonb, format_ok boolean, coordinate_space text, points jsonb, outcome text, result text, error_code text,
          reward float8, log_prob float8, entropy float8, started_at timestamptz, timing jsonb),
        unnest(string_to_array(${observations}, ${SEPARATOR}))
      ) AS row (episode_id, index, action_id, screenshot, response_text, thought, code, call, format_ok,
        coordinate_space, points, outcome, result, error_code, reward, log_prob, entropy, started_at, timing, observation)
      ON CONFLICT DO NOTHING
      RETURNING episode_id
    )
    SELECT episode_id AS "episodeId", count(*)::int AS added FROM inserted GROUP BY episode_id`;
  for (const row of inserted) added.set(row.episodeId, row.added);
  const total = inserted.reduce((sum, row) => sum + row.added, 0);
  return { added, clashing: total === steps.length ? new Set() : await findClashing(tx, steps) };
}

/** Of steps of which some were not stored, those that are not there from before either. */
async function findClashing(tx: Transaction, steps: readonly StoredStep[]): Promise<ReadonlySet<StoredStep>> {
  const present = await tx.step.findMany({
    where: { episodeId: { in: [...new Set(steps.map((step) => step.episodeId))] } },
    select: { episodeId: true, index: true },
  });
  const known = new Set(present.map(keyOf));
  return new Set(steps.filter((step) => !known.has(keyOf(step))));
}
