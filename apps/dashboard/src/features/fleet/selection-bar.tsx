"use client";
import { Button, ConfirmDialog, plural, shortenId } from "@deskrl/ui";
import { RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { useRoleBlock } from "../auth/use-actor.ts";
import { useBulkRecycle } from "./use-bulk-recycle.ts";

export interface SelectionBarProps {
  ids: readonly string[];
  /** How many of them have an agent at work. */
  busy: number;
  onClear: () => void;
}

/** What can be done with the selected desktops, and what became of each. */
export function SelectionBar({ ids, busy, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState(false);
  const { results, recycle, clear } = useBulkRecycle();
  const block = useRoleBlock("operator");
  const done = results.filter((result) => result.outcome === "done").length;
  const refused = results.filter((result) => result.outcome === "refused");
  return (
    <section
      aria-label="Selection"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-panel px-4 py-2 text-sm"
    >
      <span className="font-medium">{plural(ids.length, "desktop")} selected</span>
      <Button size="sm" tone="danger" blockedBecause={block} onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden="true" size={13} /> Recycle {ids.length}…
      </Button>
      {results.length > 0 && (
        <output className="text-muted text-xs">
          {done} of {results.length} asked for a new desktop
          {refused.length > 0 && `, ${refused.length} refused`}
        </output>
      )}
      {refused.map((result) => (
        <span key={result.id} role="alert" className="text-danger text-xs">
          {shortenId(result.id)}: {result.outcome === "refused" && result.reason}
        </span>
      ))}
      <Button
        size="sm"
        tone="quiet"
        className="ml-auto"
        onClick={() => {
          clear();
          onClear();
        }}
      >
        <X aria-hidden="true" size={13} /> Clear selection
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Recycle ${plural(ids.length, "desktop")}?`}
        confirmLabel={`Recycle ${plural(ids.length, "desktop")}`}
        onConfirm={() => void recycle(ids)}
      >
        Each is replaced by a clean one.{" "}
        {busy > 0
          ? `An agent is at work on ${busy} of them: ${busy === 1 ? "its episode ends" : "their episodes end"} as invalid, without a verdict on the policy, and ${busy === 1 ? "is" : "are"} tried again within the run's retry budget.`
          : "No agent is at work on them."}
      </ConfirmDialog>
    </section>
  );
}
