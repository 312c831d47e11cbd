"use client";
import { Button, FilterChip, inputClass, shortenId } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { Popover } from "radix-ui";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";

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
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button size="sm" tone="quiet">
            <Layers aria-hidden="true" size={13} /> Compare
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            className="z-50 w-72 rounded-md border border-line bg-panel p-2 text-sm shadow-pop"
          >
            <input
              type="search"
              aria-label="Search runs to compare"
              placeholder="Name or id of a run"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className={`${inputClass("compact")} mb-1 w-full`}
            />
            <ul className="max-h-60 overflow-y-auto">
              {rows.map((run) => (
                <li key={run.id}>
                  <label className="flex cursor-pointer items-center gap-2 rounded px-1 py-1 hover:bg-raised">
                    <input
                      type="checkbox"
                      className="size-3.5 accent-accent"
                      checked={chosen.includes(run.id)}
                      onChange={() =>
                        onChoose(
                          chosen.includes(run.id)
                            ? chosen.filter((each) => each !== run.id)
                            : [...chosen, run.id],
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
              {list.isSuccess && rows.length === 0 && (
                <li className="px-1 py-2 text-muted text-xs">
                  {q ? "No other training run by that name." : "There is no other training run yet."}
                </li>
              )}
            </ul>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}
