"use client";
import { Button, formatCount, inputClass } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";

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
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button size="sm" tone="quiet">
          <Plus aria-hidden="true" size={13} /> Panel
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className="z-50 w-80 rounded-md border border-line bg-panel p-2 text-sm shadow-pop"
        >
          <input
            type="search"
            aria-label="Search metrics"
            placeholder="Name of a metric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${inputClass("compact")} mb-1 w-full`}
          />
          <ul className="max-h-64 overflow-y-auto">
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
            {names.isSuccess && found.length === 0 && (
              <li className="px-1 py-2 text-muted text-xs">Every metric of this run is on the board.</li>
            )}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
