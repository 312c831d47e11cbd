import { formatCount } from "@deskrl/ui";
import type { RunRow } from "../../lib/api/types.ts";

/** How a training run stands, in a cell: episodes so far, or what it waits for. */
export function TrainingProgress({ run }: { run: RunRow }) {
  const { succeeded, failed, invalid } = run.counts;
  const done = succeeded + failed + invalid;
  return (
    <span className="text-muted text-xs" title={run.stateReason ?? undefined}>
      {run.stateReason ?? (run.kind === "external" ? "logs here" : `${formatCount(done)} episodes`)}
    </span>
  );
}
