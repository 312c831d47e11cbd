/** What the connection chip says. */
export type Connection =
  | { kind: "connecting" }
  | { kind: "live" }
  /** `behind` is null until the server has said how much was missed. */
  | { kind: "catching-up"; behind: number | null }
  | { kind: "offline"; sinceMs: number };

export interface ConnectionFacts {
  connected: boolean;
  /** When the socket was lost; null while it never was, or is back. */
  disconnectedAtMs: number | null;
  /** When anything was last heard from the server. */
  lastHeardAtMs: number | null;
  /** Events known to exist and not applied yet; null while that is being asked. */
  behind: number | null;
  nowMs: number;
}

/** Beats come every 5 s; after two missed ones a connection that looks open is taken for dead. */
export const SILENCE_LIMIT_MS = 12_000;

/** Tells a quiet server from a dead connection, and live from catching up. */
export function connectionOf(facts: ConnectionFacts): Connection {
  const { connected, disconnectedAtMs, lastHeardAtMs, behind, nowMs } = facts;
  if (!connected) {
    return disconnectedAtMs === null
      ? { kind: "connecting" }
      : { kind: "offline", sinceMs: disconnectedAtMs };
  }
  if (lastHeardAtMs !== null && nowMs - lastHeardAtMs > SILENCE_LIMIT_MS) {
    return { kind: "offline", sinceMs: lastHeardAtMs };
  }
  return behind === 0 ? { kind: "live" } : { kind: "catching-up", behind };
}
