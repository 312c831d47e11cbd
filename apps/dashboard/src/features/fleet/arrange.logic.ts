import { EnvironmentState, type StuckSign } from "@deskrl/domain";
import type { WallRow } from "@deskrl/protocol";
import { environmentStateLook, shortenId } from "@deskrl/ui";
import type { FleetParams } from "./fleet-filters.logic.ts";
import { rowStuckness } from "./row-look.logic.ts";

export interface WallSection {
  key: string;
  label: string;
  ids: string[];
  closed: boolean;
}

export interface Arrangement {
  /** Per state, under all filters but the one by state: what the strip shows and the list holds is one thing. */
  counts: Record<EnvironmentState, number>;
  sections: WallSection[];
  /** Desktops that pass, in order, also of closed groups. */
  ids: string[];
}

type Filters = Pick<FleetParams, "state" | "run" | "worker" | "q">;
type Params = Filters & Pick<FleetParams, "sort" | "group" | "closed">;

/** Whether a desktop passes all filters but the one by state. Words of the search may stand in different fields. */
function passes(row: WallRow, { run, worker, q }: Filters): boolean {
  if (run !== null && row.episode?.runId !== run) return false;
  if (worker !== null && row.workerId !== worker) return false;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { episode } = row;
  const text = [row.id, row.workerName, episode?.taskKey, episode?.instruction, episode?.runName, episode?.id]
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** States in the order in which they want attention. */
const ATTENTION: readonly EnvironmentState[] = [
  "failed",
  "stopping",
  "starting",
  "requested",
  "resetting",
  "leased",
];

/** Filters, orders and groups the wall. Pure: the same rows at the same time give the same picture. */
export function arrange(rows: readonly WallRow[], params: Params, nowMs: number): Arrangement {
  const counts = Object.fromEntries(
    EnvironmentState.options.map((state) => [state, 0]),
  ) as Arrangement["counts"];
  const passing: WallRow[] = [];
  const wanted = new Set(params.state);
  for (const row of rows) {
    if (!passes(row, params)) continue;
    counts[row.state] += 1;
    if (wanted.size === 0 || wanted.has(row.state)) passing.push(row);
  }
  const sorted = order(passing, params.sort, nowMs);
  const ids = sorted.map((row) => row.id);
  if (params.group === "none")
    return { counts, ids, sections: [{ key: "all", label: "All", ids, closed: false }] };
  return { counts, ids, sections: grouped(sorted, { ...params, nowMs }) };
}

/** What a desktop is ordered by; those without it (null) come last. Equal ones keep their place. */
function order(rows: readonly WallRow[], sort: FleetParams["sort"], nowMs: number): WallRow[] {
  const by = (key: (row: WallRow) => number | string | null): WallRow[] => {
    const keyed = rows.map((row, place) => ({ row, place, key: key(row) }));
    keyed.sort((a, b) => compare(a.key, b.key) || a.place - b.place);
    return keyed.map(({ row }) => row);
  };
  switch (sort) {
    case "place":
      return [...rows];
    case "stuck":
      return by((row) => (row.episode ? -rowStuckness(row, nowMs).score : null));
    case "task":
      return by((row) => row.episode?.taskKey ?? null);
    case "run":
      return by((row) => row.episode?.runName ?? null);
    case "worker":
      return by((row) => row.workerName);
    case "reward":
      return by((row) => row.lastScore);
    case "age":
      return by((row) => row.changedAtMs);
    case "state":
      return by((row) => attention(row));
  }
}

function attention(row: WallRow): number {
  if (row.workerLost) return -1;
  const at = ATTENTION.indexOf(row.state);
  return at < 0 ? ATTENTION.length : at;
}

function compare(a: number | string | null, b: number | string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === "string" || typeof b === "string") return String(a).localeCompare(String(b));
  return a - b;
}

const SIGN_WORDS: Record<StuckSign | "none", string> = {
  silent: "Silent agent",
  still: "Picture does not change",
  repeating: "Repeats its action",
  none: "No sign of being stuck",
};
const AGES: readonly [limitMs: number, label: string][] = [
  [10_000, "Less than 10 seconds"],
  [60_000, "Less than a minute"],
  [600_000, "Less than 10 minutes"],
  [3_600_000, "Less than an hour"],
  [Number.POSITIVE_INFINITY, "An hour or more"],
];

/** Key, label and rank of the group that a desktop belongs to. Ranks order groups; equal ones go by their label. */
function groupOf(row: WallRow, group: FleetParams["group"], nowMs: number): [string, string, number] {
  const { episode } = row;
  const idle: [string, string, number] = ["idle", "No episode", 1];
  switch (group) {
    case "none":
      return ["all", "All", 0];
    case "state":
      return [row.state, environmentStateLook(row.state).word, attention({ ...row, workerLost: false })];
    case "stuck": {
      const sign = rowStuckness(row, nowMs).sign ?? "none";
      return [sign, SIGN_WORDS[sign], Object.keys(SIGN_WORDS).indexOf(sign)];
    }
    case "task":
      return episode ? [episode.taskId, episode.taskKey, 0] : idle;
    case "run":
      return episode ? [episode.runId, episode.runName, 0] : idle;
    case "worker":
      return [
        row.workerId,
        `${row.workerName} (${shortenId(row.workerId)})${row.workerLost ? ", lost" : ""}`,
        0,
      ];
    case "reward": {
      if (row.lastVerdict === "invalid") return ["invalid", "Last episode invalid", 1];
      if (row.lastScore === null) return ["none", "No verdict yet", 2];
      return [row.lastScore.toFixed(2), `Reward ${row.lastScore.toFixed(2)}`, row.lastScore - 2];
    }
    case "age": {
      const rank = AGES.findIndex(([limit]) => nowMs - row.changedAtMs < limit);
      return [`age-${rank}`, AGES[rank]?.[1] ?? "", -rank];
    }
  }
}

function grouped(
  sorted: readonly WallRow[],
  { group, closed, nowMs }: Pick<Params, "group" | "closed"> & { nowMs: number },
): WallSection[] {
  const sections = new Map<string, WallSection & { rank: number }>();
  for (const row of sorted) {
    const [key, label, rank] = groupOf(row, group, nowMs);
    const section = sections.get(key) ?? { key, label, rank, ids: [], closed: closed.includes(key) };
    section.ids.push(row.id);
    sections.set(key, section);
  }
  return [...sections.values()]
    .sort((a, b) => a.rank - b.rank || a.label.localeCompare(b.label))
    .map(({ rank: _, ...section }) => section);
}
