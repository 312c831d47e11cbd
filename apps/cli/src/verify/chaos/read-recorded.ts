import pg from "pg";

/** One thing that does not hold, as a line for a person. */
interface Finding {
  what: string;
}

interface Check {
  /** What is promised. */
  promise: string;
  /** Rows that break it, each with a text `what`. */
  sql: string;
}

/** Promises that can be read off the database once nothing goes on any more. */
export const DATABASE_CHECKS: readonly Check[] = [
  {
    promise: "the steps of an episode have no gap, and it counts them right",
    sql: `SELECT e.id || ' counts ' || e.step_count || ' steps, holds ' || count(s.index) AS what
      FROM episodes e LEFT JOIN steps s ON s.episode_id = e.id WHERE e.seed IS NULL
      GROUP BY e.id HAVING count(s.index) <> e.step_count OR count(s.index) <> coalesce(max(s.index) + 1, 0)`,
  },
  {
    promise: "no episode has two verdicts",
    sql: `SELECT subject_id || ' was said to be ' || string_agg(DISTINCT payload->>'verdict' || ' ' || coalesce(payload->>'cause', ''), ', ') AS what
      FROM events WHERE type = 'episode:changed' AND payload->>'verdict' IS NOT NULL
      GROUP BY subject_id HAVING count(DISTINCT (payload->>'verdict', payload->>'score', payload->>'cause')) > 1`,
  },
  {
    promise: "a verdict that was announced is the one that is stored",
    sql: `SELECT e.id || ' is ' || coalesce(e.verdict, 'without verdict') || ', announced as ' || (v.payload->>'verdict') AS what
      FROM episodes e JOIN events v ON v.subject_id = e.id AND v.type = 'episode:changed'
      WHERE v.payload->>'verdict' IS NOT NULL AND v.payload->>'verdict' IS DISTINCT FROM e.verdict`,
  },
  {
    promise: "every position of an evaluation has exactly one attempt that counts",
    sql: `SELECT e.run_id || ' position ' || e.position || ' has ' || count(*) AS what
      FROM episodes e JOIN runs r ON r.id = e.run_id WHERE r.kind = 'evaluation' AND NOT e.superseded
      GROUP BY e.run_id, e.position HAVING count(*) <> 1`,
  },
  {
    promise: "every invalid episode has a cause and a reason",
    sql: `SELECT id || ' has none' AS what FROM episodes
      WHERE verdict = 'invalid' AND (coalesce(cause, '') = '' OR coalesce(reason, '') = '')`,
  },
  {
    promise: "no episode is left unfinished",
    sql: `SELECT e.id || ' is ' || e.state AS what FROM episodes e WHERE e.state <> 'finished'`,
  },
  {
    promise: "no lease is held by the dead",
    sql: `SELECT id || ' is leased by ' || lease_owner AS what FROM episodes
        WHERE lease_expires_at IS NOT NULL AND (state IN ('queued', 'finished') OR lease_expires_at < now())
      UNION ALL SELECT id || ' is leased by ' || lease_owner FROM training_jobs
        WHERE state = 'leased' AND lease_expires_at < now()`,
  },
  {
    promise: "no desktop is held by an episode that has ended",
    sql: `SELECT v.id || ' (' || v.state || ') holds ' || v.episode_id AS what
      FROM environments v LEFT JOIN episodes e ON e.id = v.episode_id
      WHERE (v.episode_id IS NOT NULL AND (e.id IS NULL OR e.state = 'finished')) OR (v.state = 'leased' AND v.episode_id IS NULL)`,
  },
  {
    promise: "an iteration's episodes are there once",
    sql: `SELECT phase_id || ' iteration ' || iteration || ' group ' || group_index || ' member ' || member || ': ' || count(*) AS what
      FROM episodes WHERE phase_id IS NOT NULL AND group_index IS NOT NULL AND NOT superseded
      GROUP BY phase_id, iteration, group_index, member, split, attempt HAVING count(*) > 1`,
  },
  {
    promise: "a phase counts its episodes and steps right",
    sql: `SELECT p.id || ' counts ' || p.episode_count || ' episodes, holds ' || count(e.id) AS what
      FROM phases p LEFT JOIN episodes e ON e.phase_id = p.id
      GROUP BY p.id HAVING count(e.id) <> p.episode_count OR coalesce(sum(e.step_count), 0) <> p.step_count`,
  },
  {
    promise: "curves of an RL phase have no gap",
    sql: `SELECT p.id || ' ' || n.name || ': ' || count(DISTINCT m.step) || ' of ' || p.step || ' steps' AS what
      FROM phases p CROSS JOIN (VALUES ('reward/mean'), ('policy/entropy'), ('success/rate')) AS n (name)
      LEFT JOIN metric_series s ON s.phase_id = p.id AND s.name = n.name
      LEFT JOIN metric_points m ON m.series_id = s.id AND m.step BETWEEN p.start_step + 1 AND p.start_step + p.step
      WHERE p.kind = 'rl' GROUP BY p.id, p.step, n.name HAVING count(DISTINCT m.step) <> p.step`,
  },
  {
    promise: "a curve counts its points right",
    sql: `SELECT s.run_id || ' ' || s.name || ' counts ' || s.count || ', holds ' || count(m.step) AS what
      FROM metric_series s LEFT JOIN metric_points m ON m.series_id = s.id
      GROUP BY s.id HAVING count(m.step) <> s.count`,
  },
];

/** Findings of one promise that are named; the rest is counted. */
const NAMED = 5;

export interface Recorded {
  /** `episode#index` → id of its action. */
  actions: Map<string, string>;
  workerIds: string[];
  /** Desktops that are wanted or there. */
  environmentIds: Set<string>;
  episodes: Record<string, number>;
  broken: string[];
}

/** Reads what the database holds and checks its promises. */
export async function readRecorded(databaseUrl: string): Promise<Recorded> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const broken: string[] = [];
    for (const { promise, sql } of DATABASE_CHECKS) {
      const { rows } = await client.query<Finding>(sql);
      if (rows.length === 0) continue;
      const named = rows.slice(0, NAMED).map(({ what }) => what);
      const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : "";
      broken.push(`${promise}: ${named.join("; ")}${more}`);
    }
    const steps = await client.query<{ key: string; action: string }>(
      "SELECT episode_id || '#' || index AS key, action_id AS action FROM steps",
    );
    const workers = await client.query<{ id: string }>("SELECT id FROM workers");
    const environments = await client.query<{ id: string }>(
      "SELECT id FROM environments WHERE state <> 'stopped'",
    );
    const episodes = await client.query<{ name: string; count: number }>(
      "SELECT coalesce(verdict || coalesce(' ' || cause, ''), state) AS name, count(*)::int AS count FROM episodes GROUP BY 1 ORDER BY 1",
    );
    return {
      actions: new Map(steps.rows.map(({ key, action }) => [key, action])),
      workerIds: workers.rows.map(({ id }) => id),
      environmentIds: new Set(environments.rows.map(({ id }) => id)),
      episodes: Object.fromEntries(episodes.rows.map(({ name, count }) => [name, count])),
      broken,
    };
  } finally {
    await client.end();
  }
}
