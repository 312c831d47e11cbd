import { EpisodeCause, EpisodeState, Verdict } from "@deskrl/domain";
import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { EpisodeFilters } from "../../lib/api/types.ts";

export const SORTS = ["newest", "oldest", "longest", "shortest"] as const;

const words = parseAsArrayOf(parseAsString).withDefault([]);

/** What of the list of trajectories is in its address. */
export const trajectoryParsers = {
  verdict: parseAsArrayOf(parseAsStringLiteral(Verdict.options)).withDefault([]),
  cause: parseAsArrayOf(parseAsStringLiteral(EpisodeCause.options)).withDefault([]),
  state: parseAsArrayOf(parseAsStringLiteral(EpisodeState.options)).withDefault([]),
  domain: words,
  task: words,
  policy: words,
  run: parseAsString,
  /** Iterations of phases, as the filter takes them: `ph_…:10-40`. */
  window: words,
  split: words,
  desktop: parseAsString,
  superseded: parseAsBoolean,
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(SORTS).withDefault("newest"),
};
export type TrajectoryParams = inferParserType<typeof trajectoryParsers>;

/** The filters of the page that are lists of values, with the name of the facet that counts them. */
export const FACETS = [
  { param: "verdict", facet: "verdict", label: "Verdict" },
  { param: "cause", facet: "cause", label: "Cause" },
  { param: "state", facet: "state", label: "State" },
  { param: "domain", facet: "domain", label: "Application" },
  { param: "policy", facet: "policy", label: "Policy" },
  { param: "task", facet: "taskKey", label: "Task" },
] as const;

const serialize = createSerializer(trajectoryParsers);
type Readonlyish<T> = { [K in keyof T]: T[K] extends (infer E)[] ? readonly E[] : T[K] };

/** The address of the list under some filters. */
export function trajectoriesHref(params: Partial<Readonlyish<TrajectoryParams>>): string {
  return serialize("/trajectories", copyLists(params));
}

function copyLists(params: Partial<Readonlyish<TrajectoryParams>>): Partial<TrajectoryParams> {
  const entries = Object.entries(params).map(([key, value]) => [
    key,
    Array.isArray(value) ? [...value] : value,
  ]);
  return Object.fromEntries(entries) as Partial<TrajectoryParams>;
}

const WINDOW = /^ph_[\w.-]+:(\d+)-(\d+)$/;
const SPLITS = ["train", "params", "phrasing", "template"] as const;
const isSplit = (word: string): word is (typeof SPLITS)[number] => SPLITS.some((split) => split === word);

/** A window of the filter in words. */
export function windowWords(window: string): string {
  const [, from, to] = WINDOW.exec(window) ?? [];
  if (from === undefined || to === undefined) return window;
  return from === to ? `iteration ${from}` : `iterations ${from} to ${to}`;
}

/** The query of the list, its facets and its exports, from one place so that they cannot disagree. */
export function trajectoryQuery(params: TrajectoryParams): EpisodeFilters {
  const { verdict, cause, state, domain, task, policy, run, desktop, superseded, q } = params;
  const window = params.window.filter((each) => WINDOW.test(each));
  const split = params.split.filter((each) => isSplit(each));
  return {
    ...(verdict.length > 0 ? { verdict } : {}),
    ...(cause.length > 0 ? { cause } : {}),
    ...(state.length > 0 ? { state } : {}),
    ...(domain.length > 0 ? { domain } : {}),
    ...(task.length > 0 ? { taskKey: task } : {}),
    ...(policy.length > 0 ? { policy } : {}),
    ...(run ? { runId: run } : {}),
    ...(window.length > 0 ? { window } : {}),
    ...(split.length > 0 ? { split } : {}),
    ...(desktop ? { environmentId: desktop } : {}),
    ...(superseded === null ? {} : { superseded }),
    ...(q.trim() ? { q: q.trim() } : {}),
  };
}

/** The same filters as a query string of the export addresses: list values repeat their name. */
export function exportSearch(filters: EpisodeFilters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

export function hasFilters(params: TrajectoryParams): boolean {
  return Object.keys(trajectoryQuery(params)).length > 0;
}

/** Everything reset but the order. */
export const NO_FILTERS = {
  verdict: null,
  cause: null,
  state: null,
  domain: null,
  task: null,
  policy: null,
  run: null,
  window: null,
  split: null,
  desktop: null,
  superseded: null,
  q: null,
};
