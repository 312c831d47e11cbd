import { formatCount, type Hue } from "@deskrl/ui";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { Training } from "../../lib/api/types.ts";
import { trajectoriesHref } from "../trajectories/trajectory-filters.logic.ts";

/** Said where a stage is passed through within another: a 0 would look like a count. */
const NOT_APART: Partial<Record<Stage, string>> = {
  resetting: "Not separate on simulated desktops: they are reset within a step of the trainer",
  judging: "Not separate on simulated desktops: they are judged within a step of the trainer",
};

type Stage = "queued" | "resetting" | "acting" | "judging" | "waiting" | "trained";

const STAGES: readonly { key: Stage; label: string; hue: Hue }[] = [
  { key: "queued", label: "queued", hue: "queued" },
  { key: "resetting", label: "resetting", hue: "starting" },
  { key: "acting", label: "acting", hue: "acting" },
  { key: "judging", label: "judging", hue: "judging" },
  { key: "waiting", label: "waiting for its group", hue: "paused" },
  { key: "trained", label: "trained", hue: "succeeded" },
];

/** How far the rollouts have come, and what holds them up. */
export function FunnelStrip({ training }: { training: Training }) {
  const { funnel, totals, run } = training;
  const simulated = training.spec.provider === "sim";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs" data-testid="funnel">
      <ol className="flex flex-wrap items-center gap-1">
        {STAGES.map((stage, index) => (
          <li key={stage.key} data-hue={stage.hue} className="inline-flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" size={12} className="text-faint" />}
            <span
              title={simulated ? NOT_APART[stage.key] : undefined}
              className="inline-flex items-center gap-1"
            >
              <span className={clsx("num font-medium", funnel[stage.key] > 0 ? "text-hue" : "text-faint")}>
                {simulated && NOT_APART[stage.key] ? "–" : formatCount(funnel[stage.key])}
              </span>
              <span className="text-muted">{stage.label}</span>
            </span>
          </li>
        ))}
      </ol>
      <span
        title={funnel.evidence}
        className="rounded border border-line px-1.5 py-0.5"
        data-verdict={funnel.verdict}
      >
        <span className="font-medium">{funnel.verdict}</span>
        <span className="text-muted"> · {funnel.evidence}</span>
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Count run={run.id} verdict="succeeded" value={totals.succeeded} />
        <Count run={run.id} verdict="failed" value={totals.failed} />
        <Count run={run.id} verdict="invalid" value={totals.invalid} />
        <span
          className="num"
          title="Groups whose steps all had one reward teach nothing and are counted apart"
        >
          {formatCount(totals.groupsTrained)} groups trained, {formatCount(totals.groupsNoSpread)} without
          spread
          {totals.groupsDropped > 0 && `, ${formatCount(totals.groupsDropped)} dropped`}
        </span>
      </span>
    </div>
  );
}

function Count(props: { run: string; verdict: "succeeded" | "failed" | "invalid"; value: number }) {
  const { run, verdict, value } = props;
  return (
    <Link
      href={trajectoriesHref({ run, verdict: [verdict] })}
      data-hue={verdict}
      className={clsx("num hover:underline", verdict === "invalid" && value > 0 && "hatch rounded px-1")}
    >
      <span className={value > 0 ? "text-hue" : "text-faint"}>{formatCount(value)}</span> {verdict}
    </Link>
  );
}
