"use client";
import { FilterChip, shortenId } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { SearchPopover } from "./search-popover.tsx";

/** Chooses further runs to draw over this one, by name. */
export function ComparePicker(props: {
  runId: string;
  chosen: readonly string[];
  onChoose: (runs: string[]) => void;
}) {
  const { runId, chosen, onChoose } = props;
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const list = useQuery({
    ...trpc.run.list.queryOptions({ limit: 50, ...(q ? { q } : {}) }),
    enabled: open || chosen.length > 0,
    placeholderData: (previous) => previous,
  });
  const rows = (list.data?.items ?? []).filter((run) => run.id !== runId && run.kind !== "evaluation");
  const nameOf = (id: string) => rows.find((run) => run.id === id)?.name ?? shortenId(id);
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {chosen.map((id) => (
        <FilterChip
          key={id}
          name="with"
          value={nameOf(id)}
          onRemove={() => onChoose(chosen.filter((each) => each !== id))}
        />
      ))}
      <SearchPopover
        open={open}
        onOpenChange={setOpen}
        trigger={
          <>
            <Layers aria-hidden="true" size={13} /> Compare
          </>
        }
        align="start"
        search="Search runs to compare"
        placeholder="Name or id of a run"
        typed={typed}
        onTyped={setTyped}
        emptyBecause={
          !list.isSuccess || rows.length > 0
            ? null
            : q
              ? "No other training run by that name."
              : "There is no other training run yet."
        }
      >
        {rows.map((run) => (
          <li key={run.id}>
            <label className="flex cursor-pointer items-center gap-2 rounded px-1 py-1 hover:bg-raised">
              <input
                type="checkbox"
                className="size-3.5 accent-accent"
                checked={chosen.includes(run.id)}
                onChange={() =>
                  onChoose(
                    chosen.includes(run.id) ? chosen.filter((each) => each !== run.id) : [...chosen, run.id],
                  )
                }
              />
              <span className="min-w-0 flex-1 truncate" title={`${run.name} (${run.id})`}>
                {run.name}
              </span>
              <span className="font-mono text-2xs text-faint">{shortenId(run.id)}</span>
            </label>
          </li>
        ))}
      </SearchPopover>
    </span>
  );
}
