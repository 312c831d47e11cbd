import { AppError } from "@deskrl/domain";

export interface PortRange {
  from: number;
  /** Inclusive. */
  to: number;
}

/** Hands out host ports from a table of its own; nothing on the host is scanned. */
export interface PortAllocator {
  /** @throws AppError no_capacity when every port is out */
  lease(): number;
  /** Takes the port out of the table because an adopted container holds it. */
  claim(port: number): void;
  release(port: number): void;
  /** Someone else holds this port: it is not offered again until the time is over. */
  quarantine(port: number): void;
  readonly leased: ReadonlySet<number>;
}

const QUARANTINE_MS = 60_000;

/**
 * @param start where in the range to begin; owners that begin apart rarely meet
 */
export function createPortAllocator(
  { from, to }: PortRange,
  { start = 0, clock = Date.now }: { start?: number; clock?: () => number } = {},
): PortAllocator {
  const size = to - from + 1;
  const leased = new Set<number>();
  const blockedUntil = new Map<number, number>();
  let cursor = ((start % size) + size) % size;

  function isFree(port: number): boolean {
    if (leased.has(port)) return false;
    const until = blockedUntil.get(port);
    if (until === undefined) return true;
    if (until > clock()) return false;
    blockedUntil.delete(port);
    return true;
  }

  return {
    leased,
    lease() {
      for (let tried = 0; tried < size; tried += 1) {
        const port = from + cursor;
        cursor = (cursor + 1) % size;
        if (!isFree(port)) continue;
        leased.add(port);
        return port;
      }
      throw new AppError("no_capacity", `All ${size} ports from ${from} to ${to} are in use by desktops`, {
        where: `ports ${from}–${to}`,
        fix: "widen the worker's port range, or run fewer desktops on this machine",
      });
    },
    claim: (port) => void leased.add(port),
    release: (port) => void leased.delete(port),
    quarantine(port) {
      leased.delete(port);
      blockedUntil.set(port, clock() + QUARANTINE_MS);
    },
  };
}
