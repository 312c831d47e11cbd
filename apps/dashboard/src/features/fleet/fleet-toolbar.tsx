"use client";
import { FilterChip, inputClass, shortenId } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { CountsStrip } from "./counts-strip.tsx";
import { FLEET_SORTS, type FleetParams, fleetQuery, toggled } from "./fleet-filters.logic.ts";
import { SizeSlider } from "./size-slider.tsx";

const SORT_WORDS: Record<FleetParams["sort"], string> = {
  place: "Place",
  stuck: "Quiet longest",
  task: "Task",
  state: "Needs attention",
};

export function FleetToolbar({
  params,
  setParams,
}: {
  params: FleetParams;
  setParams: (change: Partial<FleetParams>) => void;
}) {
  const trpc = useTRPC();
  const counts = useQuery({
    ...trpc.environment.counts.queryOptions(fleetQuery(params)),
    refetchInterval: 30_000,
    placeholderData: (previous) => previous,
  });
  const workers = useQuery(trpc.worker.list.queryOptions({ limit: 100 }));
  const runs = useQuery(trpc.run.list.queryOptions({ limit: 30 }));
  const nameOf = (items: { id: string; name: string }[] | undefined, id: string) =>
    items?.find((item) => item.id === id)?.name ?? shortenId(id);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CountsStrip
        counts={counts.data}
        chosen={params.state}
        onToggle={(state) => setParams({ state: toggled(params.state, state) })}
        onAll={() => setParams({ state: [] })}
      />
      <Choice
        label="Worker"
        items={workers.data?.items}
        onChoose={(worker) => setParams({ worker })}
        hidden={params.worker !== null}
      />
      <Choice
        label="Run"
        items={runs.data?.items}
        onChoose={(run) => setParams({ run })}
        hidden={params.run !== null}
      />
      {params.worker && (
        <FilterChip
          name="worker"
          value={nameOf(workers.data?.items, params.worker)}
          onRemove={() => setParams({ worker: null })}
        />
      )}
      {params.run && (
        <FilterChip
          name="run"
          value={nameOf(runs.data?.items, params.run)}
          onRemove={() => setParams({ run: null })}
        />
      )}
      <label className="relative ml-auto">
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
      <label className="inline-flex items-center gap-1 text-faint text-xs">
        Sort
        <select
          value={params.sort}
          onChange={(event) => {
            const sort = FLEET_SORTS.find((each) => each === event.target.value);
            if (sort) setParams({ sort });
          }}
          className={`${inputClass("compact")} w-auto`}
        >
          {FLEET_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_WORDS[sort]}
            </option>
          ))}
        </select>
      </label>
      <SizeSlider size={params.size} onChange={(size) => setParams({ size })} />
    </div>
  );
}

function Choice(props: {
  label: string;
  items: { id: string; name: string }[] | undefined;
  onChoose: (id: string) => void;
  hidden: boolean;
}) {
  if (props.hidden || !props.items || props.items.length < 2) return null;
  return (
    <select
      aria-label={`Filter by ${props.label.toLowerCase()}`}
      value=""
      onChange={(event) => event.target.value && props.onChoose(event.target.value)}
      className={`${inputClass("compact")} w-auto max-w-32 text-muted`}
    >
      <option value="">{props.label}: all</option>
      {props.items.map((item) => (
        <option key={item.id} value={item.id}>
          {item.name}
        </option>
      ))}
    </select>
  );
}
