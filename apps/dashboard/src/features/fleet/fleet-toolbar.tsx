"use client";
import type { EnvironmentState } from "@deskrl/domain";
import type { WallRow } from "@deskrl/protocol";
import { FilterChip, inputClass, shortenId } from "@deskrl/ui";
import { Search } from "lucide-react";
import { useMemo } from "react";
import { CountsStrip } from "./counts-strip.tsx";
import {
  FLEET_GROUPS,
  FLEET_SORTS,
  type FleetParams,
  GROUP_WORDS,
  SORT_WORDS,
  toggled,
} from "./fleet-filters.logic.ts";
import { SizeSlider } from "./size-slider.tsx";

export interface FleetToolbarProps {
  /** Undefined until the wall is there. */
  counts: Record<EnvironmentState, number> | undefined;
  /** All of the wall, for the names to choose from. */
  rows: readonly WallRow[];
  params: FleetParams;
  setParams: (change: Partial<FleetParams>) => void;
}

/** What of the fleet is shown, in which order, in which groups, how large. */
export function FleetToolbar({ counts, rows, params, setParams }: FleetToolbarProps) {
  const workers = useMemo(() => namesOf(rows, (row) => [row.workerId, row.workerName]), [rows]);
  const runs = useMemo(
    () => namesOf(rows, ({ episode }) => (episode ? [episode.runId, episode.runName] : null)),
    [rows],
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CountsStrip
        counts={counts}
        chosen={params.state}
        onToggle={(state) => setParams({ state: toggled(params.state, state) })}
        onAll={() => setParams({ state: [] })}
      />
      <Filter
        name="worker"
        names={workers}
        value={params.worker}
        onChoose={(worker) => setParams({ worker })}
      />
      <Filter name="run" names={runs} value={params.run} onChoose={(run) => setParams({ run })} />
      <label className="relative sm:ml-auto">
        <span className="sr-only">Search desktops</span>
        <Search aria-hidden="true" size={13} className="absolute top-2 left-2 text-faint" />
        <input
          type="search"
          value={params.q}
          onChange={(event) => setParams({ q: event.target.value })}
          placeholder="Task, run, worker, id"
          className={`${inputClass("compact")} w-44 pl-7!`}
        />
      </label>
      <Choice
        label="Group"
        options={FLEET_GROUPS}
        words={GROUP_WORDS}
        value={params.group}
        onChoose={(group) => setParams({ group, closed: [] })}
      />
      <Choice
        label="Sort"
        options={FLEET_SORTS}
        words={SORT_WORDS}
        value={params.sort}
        onChoose={(sort) => setParams({ sort })}
      />
      <SizeSlider size={params.size} onChange={(size) => setParams({ size })} />
    </div>
  );
}

/** Distinct ids with their names, by name. */
function namesOf(
  rows: readonly WallRow[],
  pick: (row: WallRow) => [id: string, name: string] | null,
): [id: string, name: string][] {
  const names = new Map(rows.flatMap((row) => [pick(row)].filter((each) => each !== null)));
  return [...names].sort(([, a], [, b]) => a.localeCompare(b));
}

function Filter(props: {
  name: string;
  names: readonly [id: string, name: string][];
  value: string | null;
  onChoose: (id: string | null) => void;
}) {
  const { name, names, value, onChoose } = props;
  if (value !== null) {
    const shown = names.find(([id]) => id === value)?.[1] ?? shortenId(value);
    return <FilterChip name={name} value={shown} onRemove={() => onChoose(null)} />;
  }
  if (names.length < 2) return null;
  const twice = new Set(names.map(([, each]) => each)).size < names.length;
  return (
    <select
      aria-label={`Filter by ${name}`}
      value=""
      onChange={(event) => event.target.value && onChoose(event.target.value)}
      className={`${inputClass("compact")} w-auto max-w-32 text-muted`}
    >
      <option value="">All {name}s</option>
      {names.map(([id, each]) => (
        <option key={id} value={id}>
          {twice ? `${each} (${shortenId(id)})` : each}
        </option>
      ))}
    </select>
  );
}

function Choice<T extends string>(props: {
  label: string;
  options: readonly T[];
  words: Record<T, string>;
  value: T;
  onChoose: (value: T) => void;
}) {
  const { label, options, words, value, onChoose } = props;
  return (
    <label className="inline-flex items-center gap-1 text-faint text-xs">
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find((each) => each === event.target.value);
          if (chosen) onChoose(chosen);
        }}
        className={`${inputClass("compact")} w-auto`}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {words[option]}
          </option>
        ))}
      </select>
    </label>
  );
}
