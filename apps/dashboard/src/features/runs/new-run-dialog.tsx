"use client";
import { Dialog } from "@deskrl/ui";
import { clsx } from "clsx";
import { TrainForm } from "../training/train-form.tsx";
import { EvaluateForm } from "./evaluate-form.tsx";

export const RUN_KINDS = ["train", "evaluate"] as const;
export type NewRunKind = (typeof RUN_KINDS)[number];

export interface NewRunDialogProps {
  /** Which kind of run is asked for; null while the dialog is closed. */
  kind: NewRunKind | null;
  onKind: (kind: NewRunKind | null) => void;
  /** The server has taken the run. */
  onStarted: (runId: string) => void;
}

const LABELS: Record<NewRunKind, string> = { train: "Train", evaluate: "Evaluate" };

/** Asks for a run: training, or an evaluation of a fixed policy. */
export function NewRunDialog({ kind, onKind, onStarted }: NewRunDialogProps) {
  const close = () => onKind(null);
  return (
    <Dialog open={kind !== null} onOpenChange={(open) => !open && close()} title="Start a run">
      <div role="tablist" aria-label="Kind of run" className="mb-3 flex gap-1 border-line border-b">
        {RUN_KINDS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === kind}
            onClick={() => onKind(each)}
            className={clsx(
              "focus-ring -mb-px rounded-t border-b-2 px-2.5 py-1.5 text-sm",
              each === kind ? "border-accent font-medium" : "border-transparent text-muted hover:text-text",
            )}
          >
            {LABELS[each]}
          </button>
        ))}
      </div>
      {kind === "train" && <TrainForm onCancel={close} onStarted={onStarted} />}
      {kind === "evaluate" && <EvaluateForm onCancel={close} onStarted={onStarted} />}
    </Dialog>
  );
}
