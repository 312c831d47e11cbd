"use client";
import { Button, FilterChip, humanise, shortenId } from "@deskrl/ui";
import { FACETS, NO_FILTERS, type TrajectoryParams, windowWords } from "./trajectory-filters.logic.ts";

export interface FilterChipsProps {
  params: TrajectoryParams;
  onToggle: (param: (typeof FACETS)[number]["param"], value: string) => void;
  onSet: (change: Partial<TrajectoryParams> | typeof NO_FILTERS) => void;
}

/** Every active filter, visible and removable. */
export function FilterChips({ params, onToggle, onSet }: FilterChipsProps) {
  const chips = FACETS.flatMap(({ param, label }) =>
    params[param].map((value) => ({
      key: `${param} ${value}`,
      name: label.toLowerCase(),
      value: param === "cause" || param === "state" ? humanise(value) : value,
      remove: () => onToggle(param, value),
    })),
  );
  if (params.run) {
    chips.push({ key: "run", name: "run", value: shortenId(params.run), remove: () => onSet({ run: null }) });
  }
  for (const window of params.window) {
    chips.push({
      key: window,
      name: `phase ${shortenId(window.split(":")[0] ?? window)}`,
      value: windowWords(window),
      remove: () => onSet({ window: params.window.filter((each) => each !== window) }),
    });
  }
  for (const split of params.split) {
    chips.push({
      key: `split ${split}`,
      name: "tasks",
      value: split,
      remove: () => onSet({ split: params.split.filter((each) => each !== split) }),
    });
  }
  if (params.desktop) {
    chips.push({
      key: "desktop",
      name: "desktop",
      value: shortenId(params.desktop),
      remove: () => onSet({ desktop: null }),
    });
  }
  if (params.superseded !== null) {
    chips.push({
      key: "superseded",
      name: "attempts",
      value: params.superseded ? "tried again" : "that count",
      remove: () => onSet({ superseded: null }),
    });
  }
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {chips.map((chip) => (
        <FilterChip key={chip.key} name={chip.name} value={chip.value} onRemove={chip.remove} />
      ))}
      <Button size="sm" tone="quiet" onClick={() => onSet(NO_FILTERS)}>
        Clear all
      </Button>
    </div>
  );
}
