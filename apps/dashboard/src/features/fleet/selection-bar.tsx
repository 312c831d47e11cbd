"use client";
import type { WallRow } from "@deskrl/protocol";
import { Button, ConfirmDialog, plural, shortenId } from "@deskrl/ui";
import { Ban, Pause, Play, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { useRoleBlock } from "../auth/use-actor.ts";
import { tally } from "./bulk-results.logic.ts";
import { type BulkAct, useBulkAct } from "./use-bulk-act.ts";

export interface SelectionBarProps {
  /** Selected desktops as they are now. */
  rows: readonly WallRow[];
  onClear: () => void;
}

/** An act that is being asked about: its desktops (or workers) are the ones counted, whatever changes meanwhile. */
interface Asking {
  act: BulkAct;
  ids: readonly string[];
  desktops: number;
  busy: number;
}

const DONE_WORDS: Record<BulkAct, string> = {
  recycle: "asked for a new desktop",
  "pause-agent": "asked to wait",
  "resume-agent": "asked to go on",
  cordon: "get no new episodes",
};

/** What can be done with the selected desktops, and what became of each. */
export function SelectionBar({ rows, onClear }: SelectionBarProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { act, results, run, clear } = useBulkAct();
  const block = useRoleBlock("operator");
  const workers = [...new Set(rows.map((row) => row.workerId))];
  const ask = (chosen: BulkAct) =>
    setAsking({
      act: chosen,
      ids: chosen === "cordon" ? workers : rows.map((row) => row.id),
      desktops: rows.length,
      busy: rows.filter((row) => row.episode !== null).length,
    });
  const busy = rows.filter((row) => row.episode !== null);
  const noAgent = busy.length === 0 ? "No agent is at work on any of them." : null;
  const noneHeld = busy.some((row) => row.heldBy) ? null : "No agent of these was asked to wait.";
  return (
    <section
      aria-label="Selection"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-panel px-4 py-2 text-sm"
    >
      <span className="num font-medium">{plural(rows.length, "desktop")} selected</span>
      <Button size="sm" tone="danger" blockedBecause={block} onClick={() => ask("recycle")}>
        <RotateCcw aria-hidden="true" size={13} /> Recycle {rows.length}…
      </Button>
      <Button size="sm" blockedBecause={block ?? noAgent} onClick={() => ask("pause-agent")}>
        <Pause aria-hidden="true" size={13} /> Pause agents…
      </Button>
      <Button size="sm" blockedBecause={block ?? noAgent ?? noneHeld} onClick={() => ask("resume-agent")}>
        <Play aria-hidden="true" size={13} /> Resume agents…
      </Button>
      <Button size="sm" blockedBecause={block} onClick={() => ask("cordon")}>
        <Ban aria-hidden="true" size={13} /> Cordon {plural(workers.length, "worker")}…
      </Button>
      {act && results.length > 0 && <Outcome act={act} results={results} />}
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
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          tone={asking.act === "recycle" ? "danger" : "primary"}
          {...question(asking)}
          onConfirm={() => {
            void run(asking.act, asking.ids);
            setAsking(null);
          }}
        />
      )}
    </section>
  );
}

function question({ act, ids, desktops, busy }: Asking) {
  if (act === "cordon") {
    const many = plural(ids.length, "worker");
    return {
      title: `Cordon ${many}?`,
      confirmLabel: `Cordon ${many}`,
      children: `${ids.length === 1 ? "It holds" : "They hold"} the ${plural(desktops, "selected desktop")}, and maybe more. No new episode begins there; what runs goes on. The workers page lets them work again.`,
    };
  }
  const many = plural(ids.length, "desktop");
  const others = ids.length - busy;
  if (act === "recycle")
    return {
      title: `Recycle ${many}?`,
      confirmLabel: `Recycle ${many}`,
      children: `Each is replaced by a clean one. ${
        busy > 0
          ? `An agent is at work on ${busy} of them: ${busy === 1 ? "its episode ends" : "their episodes end"} as invalid, without a verdict on the policy, and ${busy === 1 ? "is" : "are"} tried again within the run's retry budget.`
          : "No agent is at work on them."
      }`,
    };
  const verb = act === "pause-agent" ? "Pause" : "Resume";
  return {
    title: `${verb} the agents of ${many}?`,
    confirmLabel: `${verb} ${plural(ids.length, "agent")}`,
    children: `${
      act === "pause-agent"
        ? "Each waits after its present step until it is resumed. Nothing on the desktops is touched, so verdicts still count."
        : "Each goes on where it stopped."
    }${others > 0 ? ` ${plural(others, "desktop")} without an agent will be refused.` : ""}`,
  };
}

function Outcome({ act, results }: { act: BulkAct; results: ReturnType<typeof useBulkAct>["results"] }) {
  const { done, pending, refused } = tally(results);
  return (
    <output className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs">
      <span className="num text-muted">
        {done} of {results.length} {DONE_WORDS[act]}
        {pending > 0 && `, ${pending} on their way`}
      </span>
      {refused.map(({ reason, ids }) => (
        <span key={reason} role="alert" className="text-danger" title={ids.join(" ")}>
          {ids.length === 1 ? shortenId(ids[0] ?? "") : `${ids.length} refused`}: {reason}
        </span>
      ))}
    </output>
  );
}
