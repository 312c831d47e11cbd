import type { RunPlacement } from "@deskrl/domain";
import type { WorkerRow } from "../../lib/api/types.ts";

/** A form's choice: which runs go first, and where they may be. */
export interface PlacementChoice {
  priority: number;
  workers: string[];
  labels: string[];
}

export const ANYWHERE: PlacementChoice = { priority: 1, workers: [], labels: [] };

export function choiceOf({ priority = 1, workers = [], labels = [] }: RunPlacement): PlacementChoice {
  return { priority, workers: [...workers], labels: [...labels] };
}

/** What to ask for: what is as by default is left out. */
export function placementOf({ priority, workers, labels }: PlacementChoice): RunPlacement {
  return {
    ...(priority === 1 ? {} : { priority }),
    ...(workers.length === 0 ? {} : { workers }),
    ...(labels.length === 0 ? {} : { labels }),
  };
}

/** Every label there is, with how many workers have it; those chosen that none has any more are kept in sight. */
export function labelsOf(
  workers: readonly Pick<WorkerRow, "facts">[],
  chosen: readonly string[],
): { label: string; workers: number }[] {
  const counts = new Map<string, number>(chosen.map((label) => [label, 0]));
  for (const { facts } of workers)
    for (const label of facts.labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, workers: count }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** Where a run may be, in a few words: names rather than ids. */
export function describePins(
  { workers = [], labels = [] }: Pick<RunPlacement, "workers" | "labels">,
  known: readonly Pick<WorkerRow, "id" | "name">[],
): string {
  if (workers.length === 0 && labels.length === 0) return "any worker";
  const names = workers.map((id) => known.find((worker) => worker.id === id)?.name ?? id);
  return [...names, ...labels.map((label) => `label ${label}`)].join(", ");
}

/** Puts a value in when it is missing, takes it out when it is there. */
export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
