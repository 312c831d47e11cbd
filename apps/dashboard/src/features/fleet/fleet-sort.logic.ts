import { type EnvironmentState, EnvironmentState as States } from "@deskrl/domain";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import type { FleetParams } from "./fleet-filters.logic.ts";

/** States in the order in which they want attention. */
const ATTENTION: readonly EnvironmentState[] = ["failed", "stopping", "starting", "resetting", "leased"];

/**
 * Orders tiles. `place` keeps the server's order, so that tiles stay where they are; `stuck` puts first what has an
 * agent on it and has been quiet the longest.
 */
export function sortFleet(rows: readonly EnvironmentRow[], sort: FleetParams["sort"]): EnvironmentRow[] {
  const quiet = (row: EnvironmentRow) => (row.episode ? row.updatedAt.getTime() : Number.POSITIVE_INFINITY);
  const rank = (row: EnvironmentRow) => {
    const at = ATTENTION.indexOf(row.state);
    return at < 0 ? ATTENTION.length + States.options.indexOf(row.state) : at;
  };
  const sorted = [...rows];
  switch (sort) {
    case "place":
      return sorted;
    case "stuck":
      return sorted.sort((a, b) => compare(quiet(a), quiet(b)) || a.id.localeCompare(b.id));
    case "task":
      return sorted.sort((a, b) => {
        if (!a.episode || !b.episode) return Number(!a.episode) - Number(!b.episode);
        return a.episode.taskKey.localeCompare(b.episode.taskKey);
      });
    case "state":
      return sorted.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
  }
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
