import { type Column, episodeLook, formatDuration, humanise, RelativeTime, StateChip } from "@deskrl/ui";
import type { EpisodeRow } from "../../lib/api/types.ts";

/** Columns of the list of trajectories. */
export const TRAJECTORY_COLUMNS: readonly Column<EpisodeRow>[] = [
  {
    key: "verdict",
    header: "Verdict",
    track: "104px",
    cell: (row) => <StateChip look={episodeLook(row)} title={row.reason ?? undefined} />,
  },
  {
    key: "cause",
    header: "Cause",
    track: "128px",
    cell: (row) => (
      <span className="text-muted" title={row.reason ?? undefined}>
        {row.cause ? humanise(row.cause) : row.superseded ? "tried again" : ""}
      </span>
    ),
  },
  { key: "domain", header: "Application", track: "84px", cell: (row) => row.domain },
  {
    key: "instruction",
    header: "Task",
    track: "minmax(220px,2fr)",
    cell: (row) => (
      <span title={`${row.taskKey}: ${row.instruction}`}>
        {row.attempt > 1 && <span className="mr-1.5 text-faint text-xs">attempt {row.attempt}</span>}
        {row.instruction}
      </span>
    ),
  },
  { key: "policy", header: "Policy", track: "72px", cell: (row) => row.policy },
  {
    key: "steps",
    header: "Steps",
    track: "64px",
    align: "right",
    cell: (row) => `${row.stepCount}/${row.maxSteps}`,
  },
  {
    key: "score",
    header: "Score",
    track: "52px",
    align: "right",
    cell: (row) => (row.score === null ? "–" : row.score.toFixed(2)),
  },
  {
    key: "took",
    header: "Took",
    track: "84px",
    align: "right",
    cell: (row) =>
      row.startedAt && row.finishedAt
        ? formatDuration(row.finishedAt.getTime() - row.startedAt.getTime())
        : "–",
  },
  {
    key: "age",
    header: "Age",
    track: "84px",
    cell: (row) => (
      <RelativeTime at={row.finishedAt ?? row.startedAt ?? row.queuedAt} className="text-muted" />
    ),
  },
];
