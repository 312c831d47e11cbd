"use client";
import { Button, inputClass, X_KINDS, X_WORDS } from "@deskrl/ui";
import { clsx } from "clsx";
import { Footprints, ZoomOut } from "lucide-react";
import { useState } from "react";
import { type BoardParams, parseSmoothing, SMOOTHING_STEPS } from "./board-params.logic.ts";
import { ComparePicker } from "./compare-picker.tsx";
import { PanelPicker } from "./panel-picker.tsx";
import type { Board } from "./use-board.ts";

export interface BoardToolbarProps {
  board: Board;
  params: BoardParams;
  /** Metrics that have a panel. */
  shown: ReadonlySet<string>;
  onSet: (change: { [K in keyof BoardParams]?: BoardParams[K] | null }) => void;
  /** Trajectories of what is on the screen. */
  onTrajectories: () => void;
}

/** What applies to all panels: the axis, smoothing, zoom, and which branches and runs are drawn. */
export function BoardToolbar({ board, params, shown, onSet, onTrajectories }: BoardToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs">
      <label className="inline-flex items-center gap-1.5">
        <span className="text-faint">x</span>
        <select
          aria-label="Along the bottom"
          value={params.x}
          onChange={(event) => {
            const x = X_KINDS.find((each) => each === event.target.value);
            // A stretch of one axis is none of another.
            if (x) onSet({ x, zoom: null });
          }}
          className={`${inputClass("compact")} w-auto`}
        >
          {X_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {X_WORDS[kind]}
            </option>
          ))}
        </select>
      </label>
      <Smoothing key={params.smooth} value={params.smooth} onSet={(smooth) => onSet({ smooth })} />
      <Owners board={board} hidden={params.hide} onHide={(hide) => onSet({ hide })} />
      <ComparePicker
        runId={board.runs[0]?.id ?? ""}
        chosen={params.with}
        onChoose={(runs) => onSet({ with: runs, zoom: null })}
      />
      {board.missing.length > 0 && (
        <span role="alert" className="text-danger">
          {board.missing.join(", ")} could not be read
        </span>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {board.zoomed && (
          <>
            {params.x === "step" && board.runs[0]?.kind === "training" && (
              <Button size="sm" tone="quiet" onClick={onTrajectories}>
                <Footprints aria-hidden="true" size={13} /> Trajectories of this window
              </Button>
            )}
            <Button size="sm" tone="quiet" onClick={() => onSet({ zoom: null })} title="Key: 0">
              <ZoomOut aria-hidden="true" size={13} /> All
            </Button>
          </>
        )}
        <PanelPicker
          runId={board.runs[0]?.id ?? ""}
          shown={shown}
          onAdd={(name) => onSet({ more: [...params.more, name] })}
        />
      </span>
    </div>
  );
}

function Smoothing({ value, onSet }: { value: number; onSet: (value: number) => void }) {
  const [typed, setTyped] = useState(String(value));
  const place = SMOOTHING_STEPS.findLastIndex((step) => step <= value);
  const wrong = parseSmoothing(typed) === null;
  const commit = () => {
    const next = parseSmoothing(typed);
    if (next !== null && next !== value) onSet(next);
  };
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="text-faint">smooth over</span>
      <input
        type="range"
        aria-label="Smoothing window"
        min={0}
        max={SMOOTHING_STEPS.length - 1}
        value={place}
        onChange={(event) => onSet(SMOOTHING_STEPS[Number(event.target.value)] ?? 0)}
        className="w-20 accent-accent"
      />
      <input
        aria-label="Smoothing window in steps"
        inputMode="numeric"
        value={typed}
        aria-invalid={wrong || undefined}
        title={wrong ? "A whole number of steps, 0 for none" : "Steps; 0 for none"}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        className={`${inputClass("compact")} num w-12`}
      />
      <span className="text-faint">steps</span>
    </span>
  );
}

/** The legend; each name shows or hides its lines. */
function Owners(props: { board: Board; hidden: readonly string[]; onHide: (hide: string[]) => void }) {
  const { board, hidden, onHide } = props;
  if (board.owners.length < 2) return null;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {board.owners.map((owner) => {
        const id = owner.branchId || owner.key;
        const off = hidden.includes(id);
        return (
          <button
            key={owner.key}
            type="button"
            aria-pressed={!off}
            title={off ? `Draw ${owner.label}` : `Hide ${owner.label}`}
            onClick={() => onHide(off ? hidden.filter((each) => each !== id) : [...hidden, id])}
            className={clsx(
              "focus-ring inline-flex h-6 max-w-48 items-center gap-1.5 rounded-full border border-line px-2 sm:max-w-72",
              off ? "text-faint line-through" : "bg-panel",
            )}
          >
            <span
              aria-hidden="true"
              className="size-2 shrink-0 rounded-full"
              style={{ background: off ? "var(--line-strong)" : owner.colour }}
            />
            <LegendName label={owner.label} />
          </button>
        );
      })}
      {board.leftOut > 0 && (
        <span className="text-muted">{board.leftOut} more are not drawn; hide some of these to see them</span>
      )}
    </span>
  );
}

/** A name that is too long is cut before its end: the arm and the seed, which tell one line from another, stay. */
function LegendName({ label }: { label: string }) {
  const cut = label.lastIndexOf(" · ");
  const end = cut < 0 ? "" : label.slice(cut);
  const before = cut < 0 ? label : label.slice(0, cut);
  const arm = before.lastIndexOf(" · ");
  return (
    <>
      <span className="min-w-0 truncate">{arm < 0 ? before : before.slice(0, arm)}</span>
      <span className="-ml-1.5 shrink-0 whitespace-pre">{`${arm < 0 ? "" : before.slice(arm)}${end}`}</span>
    </>
  );
}
