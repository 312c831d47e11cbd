import type { WorkerFacts, WorkerProblem } from "@deskrl/domain";

/** Shares of a machine's memory, and least amounts, at which it is given nothing more and is given work again. */
export const MEMORY_MARKS = {
  close: { share: 0.02, leastMib: 256 },
  /** Higher, so that a machine at the mark does not close and open at every look. */
  open: { share: 0.04, leastMib: 512 },
};

const CODE = "memory_low";

type Facts = Pick<WorkerFacts, "memoryMib" | "load" | "closedFor">;

/**
 * Why nothing new is placed on a machine, or undefined. What the worker says of itself (its disks and inodes) comes
 * first; the memory is judged here: once a kernel has to choose a victim, whole episodes are lost.
 * @param before the answer to the look before
 */
export function whyClosed(facts: Facts, before: WorkerProblem | undefined): WorkerProblem | undefined {
  if (facts.closedFor && facts.closedFor.code !== CODE) return facts.closedFor;
  const available = facts.load?.memoryAvailableMib;
  if (available === undefined) return undefined;
  const { share, leastMib } = before?.code === CODE ? MEMORY_MARKS.open : MEMORY_MARKS.close;
  const mark = Math.round(Math.max(leastMib, facts.memoryMib * share));
  if (available >= mark) return undefined;
  const opensAt = Math.round(Math.max(MEMORY_MARKS.open.leastMib, facts.memoryMib * MEMORY_MARKS.open.share));
  return {
    code: CODE,
    message: `Takes no episode: ${Math.round(available)} MiB of ${facts.memoryMib} MiB of memory left.`,
    fix: `Offer fewer desktops there, or end what else needs memory; at ${opensAt} MiB it goes on by itself.`,
  };
}

/** Facts with the reason why nothing is placed there, as they are kept. */
export function withWatermarks(facts: WorkerFacts, before: WorkerProblem | undefined): WorkerFacts {
  const { closedFor: _, ...rest } = facts;
  const closedFor = whyClosed(facts, before);
  return closedFor ? { ...rest, closedFor } : rest;
}
