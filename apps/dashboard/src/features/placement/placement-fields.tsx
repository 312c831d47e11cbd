"use client";
import { plural, SelectField } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";
import { labelsOf, type PlacementChoice, toggled } from "./placement.logic.ts";

const PRIORITIES = Array.from({ length: 10 }, (_, index) => {
  const value = String(index + 1);
  return { value, label: index === 0 ? "1: as others" : value };
});

export interface PlacementFieldsProps {
  value: PlacementChoice;
  onChange: (value: PlacementChoice) => void;
}

/** Priority of a run, and the workers it is pinned to by name or by label. */
export function PlacementFields({ value, onChange }: PlacementFieldsProps) {
  const trpc = useTRPC();
  const workers = useQuery(trpc.worker.list.queryOptions({ limit: 100 }));
  const known = workers.data?.items ?? [];
  const gone = workers.data ? value.workers.filter((id) => known.every((worker) => worker.id !== id)) : [];
  return (
    <div className="space-y-3">
      <SelectField
        label="Priority"
        value={String(value.priority)}
        onChange={(event) => onChange({ ...value, priority: Number(event.target.value) })}
        options={PRIORITIES}
        hint="When machines are short, a run with 3 is served three times for each time of a run with 1"
      />
      <fieldset className="space-y-1">
        <legend className="mb-1 font-medium text-xs">Only on</legend>
        <div className="grid max-h-44 gap-x-4 gap-y-1 overflow-y-auto sm:grid-cols-2">
          {labelsOf(known, value.labels).map(({ label, workers: count }) => (
            <Pin
              key={`label ${label}`}
              checked={value.labels.includes(label)}
              onToggle={() => onChange({ ...value, labels: toggled(value.labels, label) })}
              name={`label ${label}`}
              note={count === 0 ? "no worker has it" : plural(count, "worker")}
            />
          ))}
          {known.map(({ id, name, state, desiredState }) => (
            <Pin
              key={id}
              checked={value.workers.includes(id)}
              onToggle={() => onChange({ ...value, workers: toggled(value.workers, id) })}
              name={name}
              note={state === "lost" ? "lost" : desiredState === "active" ? "" : desiredState}
            />
          ))}
          {gone.map((id) => (
            <Pin
              key={id}
              checked
              onToggle={() => onChange({ ...value, workers: toggled(value.workers, id) })}
              name={id}
              note="not there any more"
            />
          ))}
        </div>
        <p className="text-faint text-xs">
          {workers.isError
            ? "The workers could not be read; the run may be on any."
            : value.workers.length + value.labels.length === 0
              ? "Nothing chosen: any worker"
              : "Any of those chosen; it waits when none of them can take it"}
        </p>
      </fieldset>
    </div>
  );
}

function Pin(props: { checked: boolean; onToggle: () => void; name: string; note: string }) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm">
      <input type="checkbox" checked={props.checked} onChange={props.onToggle} className="accent-accent" />
      <span className="truncate" title={props.name}>
        {props.name}
      </span>
      {props.note && <span className="shrink-0 text-faint text-xs">{props.note}</span>}
    </label>
  );
}
