import type { TransitionTable } from "@deskrl/domain";

/**
 * Whether `to` follows from `from` in one or more steps. A report tells where a desktop is now; reports in between can
 * be lost with the connection, so the steps to it are legal when each of them is.
 */
export function isReachable<S extends string>(table: TransitionTable<S>, from: S, to: S): boolean {
  const seen = new Set<S>();
  const open: S[] = [...table[from]];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (state === to) return true;
    if (seen.has(state)) continue;
    seen.add(state);
    open.push(...table[state]);
  }
  return false;
}
