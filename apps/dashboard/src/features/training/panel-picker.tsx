"use client";
import { formatCount } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { SearchPopover } from "./search-popover.tsx";

/** Adds a panel for any metric that the run has logged. */
export function PanelPicker(props: {
  runId: string;
  /** Metrics that the board shows already. */
  shown: ReadonlySet<string>;
  onAdd: (name: string) => void;
}) {
  const { runId, shown, onAdd } = props;
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const names = useQuery({ ...trpc.metrics.names.queryOptions({ runId }), enabled: open });
  const found = (names.data ?? []).filter(
    ({ name, spec }) =>
      !shown.has(name) && `${name} ${spec?.label ?? ""}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <SearchPopover
      open={open}
      onOpenChange={setOpen}
      trigger={
        <>
          <Plus aria-hidden="true" size={13} /> Panel
        </>
      }
      align="end"
      search="Search metrics"
      placeholder="Name of a metric"
      typed={typed}
      onTyped={setTyped}
      emptyBecause={
        !names.isSuccess || found.length > 0
          ? null
          : typed.trim()
            ? "No further metric of this run by that name."
            : "Every metric of this run is on the board."
      }
    >
      {found.map(({ name, spec, alias, points }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => {
              onAdd(name);
              setOpen(false);
            }}
            className="focus-ring flex w-full items-baseline gap-2 rounded px-1 py-1 text-left hover:bg-raised"
          >
            <span className="min-w-0 flex-1 truncate" title={spec?.meaning ?? name}>
              {spec?.label ?? name}
              <span className="ml-1.5 font-mono text-2xs text-faint">{alias ?? name}</span>
            </span>
            <span className="num text-2xs text-faint">{formatCount(points)}</span>
          </button>
        </li>
      ))}
    </SearchPopover>
  );
}
