import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface LeadershipOptions {
  url: string;
  /** Number of the advisory lock: those who use the same one elect one leader among them. */
  key: number;
  /** Who asks; others read it as the leader's name. At most 40 characters are kept. */
  name: string;
  /**
   * How long a leader that cannot be reached keeps the lead, ms. It stops by itself in half of this; PostgreSQL ends its
   * session, and with it the lock, when it has said nothing for all of it. @default 10000
   */
  leaseMs?: number | undefined;
  /** Told of each change, at once. */
  onChange?: ((leading: boolean) => void) | undefined;
  /** Told why the connection was lost; it is made again by itself. */
  onError?: ((error: unknown) => void) | undefined;
}

/** A share in an election: of all processes that hold one on a database, at most one leads. */
export interface Leadership {
  readonly leading: boolean;
  /** Name of the leader as last read: this or another process; null when none is known. */
  readonly leader: string | null;
  /** Gives up the lead, if it has it, and takes no part any more. */
  close(): Promise<void>;
}

const PREFIX = "deskrl-leader ";

/** Advisory locks of one bigint key show its halves as `classid` and `objid`. */
const READ_LEADER = `SELECT substr(activity.application_name, ${PREFIX.length + 1}) AS name
  FROM pg_locks lock JOIN pg_stat_activity activity ON activity.pid = lock.pid
  WHERE lock.locktype = 'advisory' AND lock.granted AND lock.objsubid = 1
    AND lock.classid = 0 AND lock.objid = $1 AND activity.datname = current_database()`;

/**
 * Takes part in the election. The lock belongs to a session of its own, so it cannot outlive the process or its
 * connection; and since the session says something four times in a lease, a silent one is ended by the server before
 * another can lead.
 */
export function createLeadership(options: LeadershipOptions): Leadership {
  const { key, leaseMs = 10_000, onChange = () => {}, onError = () => {} } = options;
  const turnMs = leaseMs / 4;
  const ended = new AbortController();
  let leading = false;
  let leader: string | null = null;

  const lead = (next: boolean) => {
    if (leading === next) return;
    leading = next;
    onChange(next);
  };

  async function hold(client: pg.Client, lost: AbortSignal): Promise<void> {
    await client.connect();
    await client.query(`SET idle_session_timeout = ${Math.round(leaseMs)}`);
    while (!ended.signal.aborted) {
      lost.throwIfAborted();
      if (!leading) {
        const { rows } = await client.query("SELECT pg_try_advisory_lock($1::bigint) AS won", [key]);
        lost.throwIfAborted();
        lead(rows[0]?.won === true);
      }
      const { rows } = await client.query(READ_LEADER, [key]);
      leader = typeof rows[0]?.name === "string" ? rows[0].name : null;
      await sleep(turnMs, undefined, { signal: AbortSignal.any([ended.signal, lost]) }).catch(() => {});
    }
  }

  async function takePart(): Promise<void> {
    while (!ended.signal.aborted) {
      const lost = new AbortController();
      const client = new pg.Client({
        connectionString: options.url,
        application_name: `${PREFIX}${options.name.slice(0, 40)}`,
        // An answer that takes longer than a turn is as good as none.
        query_timeout: turnMs,
        connectionTimeoutMillis: Math.max(1_000, turnMs),
        keepAlive: true,
      });
      const lose = (error: Error) => {
        lead(false);
        lost.abort(error);
      };
      client.on("error", lose);
      client.on("end", () => lose(new Error("PostgreSQL ended the session that holds the lead")));
      try {
        await hold(client, lost.signal);
      } catch (error) {
        leader = null;
        if (!ended.signal.aborted) onError(error);
      } finally {
        lead(false);
        await endSoon(client);
      }
      await sleep(turnMs, undefined, { signal: ended.signal }).catch(() => {});
    }
  }

  const running = takePart();
  return {
    get leading() {
      return leading;
    },
    get leader() {
      return leader;
    },
    async close() {
      ended.abort();
      await running;
    },
  };
}

/** A connection that does not answer must not keep the loop from making another. */
async function endSoon(client: pg.Client): Promise<void> {
  const done = new AbortController();
  const patience = sleep(1_000, undefined, { signal: done.signal }).catch(() => {});
  await Promise.race([client.end().catch(() => {}), patience]);
  done.abort();
}
