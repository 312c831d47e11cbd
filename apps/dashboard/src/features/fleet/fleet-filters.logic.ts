import { EnvironmentState } from "@deskrl/domain";
import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const TILE_SIZES = ["map", "small", "medium", "large"] as const;
export const FLEET_SORTS = ["place", "stuck", "task", "run", "worker", "reward", "age", "state"] as const;
export const FLEET_GROUPS = ["none", "state", "stuck", "task", "run", "worker", "reward", "age"] as const;

/** What of the fleet page is in its address. */
export const fleetParsers = {
  state: parseAsArrayOf(parseAsStringLiteral(EnvironmentState.options)).withDefault([]),
  run: parseAsString,
  worker: parseAsString,
  q: parseAsString.withDefault(""),
  size: parseAsStringLiteral(TILE_SIZES).withDefault("medium"),
  sort: parseAsStringLiteral(FLEET_SORTS).withDefault("place"),
  group: parseAsStringLiteral(FLEET_GROUPS).withDefault("none"),
  /** Keys of the groups that are folded. */
  closed: parseAsArrayOf(parseAsString).withDefault([]),
  /** Desktops whose tiles are live. */
  live: parseAsArrayOf(parseAsString).withDefault([]),
};
export type FleetParams = inferParserType<typeof fleetParsers>;

export const SORT_WORDS: Record<FleetParams["sort"], string> = {
  place: "Place",
  stuck: "Stuck first",
  task: "Task",
  run: "Run",
  worker: "Worker",
  reward: "Last reward, lowest first",
  age: "Longest in its state",
  state: "Needs attention",
};

export const GROUP_WORDS: Record<FleetParams["group"], string> = {
  none: "No groups",
  state: "State",
  stuck: "How stuck",
  task: "Task",
  run: "Run",
  worker: "Worker",
  reward: "Last reward",
  age: "Time in its state",
};

const serialize = createSerializer(fleetParsers);

/** The address of the fleet under some filters. */
export function fleetHref(params: Partial<FleetParams>): string {
  return serialize("/fleet", params);
}

/** Whether anything but the sizes and the order is chosen. */
export function isFiltered(params: FleetParams): boolean {
  return params.state.length > 0 || params.run !== null || params.worker !== null || params.q.trim() !== "";
}

/** Adds the value to a list filter or takes it out. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
