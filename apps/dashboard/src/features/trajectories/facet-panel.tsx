"use client";
import { Verdict } from "@deskrl/domain";
import { formatCount, humanise, Skeleton, StateIcon, verdictLook } from "@deskrl/ui";
import { clsx } from "clsx";
import { useState } from "react";
import type { EpisodeFacets } from "../../lib/api/types.ts";
import { FACETS, type TrajectoryParams } from "./trajectory-filters.logic.ts";

export interface FacetPanelProps {
  facets: EpisodeFacets | undefined;
  params: TrajectoryParams;
  onToggle: (param: (typeof FACETS)[number]["param"], value: string) => void;
}

const FIRST = 8;

/** Values to filter by, each with its count under the other filters; a chosen value never hides its alternatives. */
export function FacetPanel({ facets, params, onToggle }: FacetPanelProps) {
  if (!facets) {
    return (
      <div className="space-y-3">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  return (
    <div className="space-y-4">
      {FACETS.map(({ param, facet, label }) => (
        <FacetGroup
          key={param}
          label={label}
          values={facets[facet]}
          chosen={params[param]}
          mono={param === "task"}
          plain={param === "domain" || param === "policy"}
          onToggle={(value) => onToggle(param, value)}
        />
      ))}
    </div>
  );
}

function FacetGroup(props: {
  label: string;
  values: readonly { value: string; count: number }[];
  chosen: readonly string[];
  mono: boolean;
  plain: boolean;
  onToggle: (value: string) => void;
}) {
  const { label, values, chosen, mono, plain, onToggle } = props;
  const [all, setAll] = useState(false);
  const missing = chosen.filter((value) => !values.some((each) => each.value === value));
  const rows = [...values, ...missing.map((value) => ({ value, count: 0 }))];
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.filter((row, index) => index < FIRST || chosen.includes(row.value));
  return (
    <fieldset>
      <legend className="mb-1 text-2xs text-faint">{label}</legend>
      {shown.map(({ value, count }) => (
        <label
          key={value}
          className={clsx(
            "flex h-6 cursor-pointer items-center gap-1.5 rounded px-1 text-xs hover:bg-raised",
            chosen.includes(value) && "bg-accent-soft",
          )}
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            className="size-3.5 accent-accent"
          />
          <FacetWord value={value} mono={mono} plain={plain} />
          <span className="num ml-auto text-2xs text-muted">{formatCount(count)}</span>
        </label>
      ))}
      {rows.length > FIRST && (
        <button
          type="button"
          onClick={() => setAll(!all)}
          className="focus-ring rounded px-1 text-accent text-xs hover:underline"
        >
          {all ? "Fewer" : `All ${rows.length}`}
        </button>
      )}
    </fieldset>
  );
}

function FacetWord({ value, mono, plain }: { value: string; mono: boolean; plain: boolean }) {
  const verdict = Verdict.safeParse(value);
  if (verdict.success) {
    const look = verdictLook(verdict.data);
    return (
      <span data-hue={look.hue} className="inline-flex items-center gap-1">
        <span className="text-hue">
          <StateIcon glyph={look.glyph} />
        </span>
        {look.word}
      </span>
    );
  }
  return (
    <span title={value} className={clsx("min-w-0 truncate", mono && "font-mono text-2xs")}>
      {mono || plain ? value : humanise(value)}
    </span>
  );
}
