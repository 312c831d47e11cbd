import type { Random } from "./random.ts";

/** What selection must know of a success. */
export interface PoolMember {
  taskKey: string;
  policyVersion: number;
}

export interface PoolWindow {
  /** Successes of earlier versions are left out. */
  fromVersion: number;
}

/**
 * Draws up to `perTask` successes of each task, uniformly and without replacement from all policy versions of the
 * window. Tasks come in the order of their first success, so that the draw depends on the pool and the seed alone.
 */
export function selectFromPool<T extends PoolMember>(
  pool: readonly T[],
  { perTask, window, random }: { perTask: number; window: PoolWindow; random: Random },
): T[] {
  const byTask = new Map<string, T[]>();
  for (const member of pool) {
    if (member.policyVersion < window.fromVersion) continue;
    const known = byTask.get(member.taskKey);
    if (known) known.push(member);
    else byTask.set(member.taskKey, [member]);
  }
  return [...byTask.values()].flatMap((members) => random.shuffle([...members]).slice(0, perTask));
}

/** Orders tasks for cloning so that every stratum of difficulty is met evenly: one of each in turn. */
export function stratified<T>(strata: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...strata.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    strata.flatMap((stratum) => stratum.slice(index, index + 1)),
  ).flat();
}
