import { EnvironmentState } from "@deskrl/domain";
import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { EnvironmentFilters } from "../../lib/api/types.ts";

export const TILE_SIZES = ["map", "small", "medium", "large"] as const;
export const FLEET_SORTS = ["place", "stuck", "task", "state"] as const;

/** What of the fleet page is in its address. */
export const fleetParsers = {
  state: parseAsArrayOf(parseAsStringLiteral(EnvironmentState.options)).withDefault([]),
  run: parseAsString,
  worker: parseAsString,
  q: parseAsString.withDefault(""),
  size: parseAsStringLiteral(TILE_SIZES).withDefault("medium"),
  sort: parseAsStringLiteral(FLEET_SORTS).withDefault("place"),
};
export type FleetParams = inferParserType<typeof fleetParsers>;

const serialize = createSerializer(fleetParsers);

/** The address of the fleet under some filters. */
export function fleetHref(params: Partial<FleetParams>): string {
  return serialize("/fleet", params);
}

/** The query of the list and of its counts, from one place so that they cannot disagree. */
export function fleetQuery(params: FleetParams): EnvironmentFilters {
  return {
    ...(params.state.length > 0 ? { state: params.state } : {}),
    ...(params.run ? { runId: params.run } : {}),
    ...(params.worker ? { workerId: params.worker } : {}),
    ...(params.q.trim() ? { q: params.q.trim() } : {}),
  };
}

/** Adds the value to a list filter or takes it out. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
