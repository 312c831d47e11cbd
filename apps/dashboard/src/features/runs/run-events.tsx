"use client";
import { RelativeTime } from "@deskrl/ui";
import type { AuditRow, RunRow } from "../../lib/api/types.ts";
import { humaniseAct } from "./audit.logic.ts";

/** Who did what, newest first, and when the run began and ended by itself. */
export function RunEvents({ run, audit }: { run: RunRow; audit: readonly AuditRow[] }) {
  const entries = [
    ...audit.map((entry) => ({
      key: entry.id,
      at: entry.at,
      who: entry.actorName,
      what: humaniseAct(entry.act),
    })),
    ...(run.startedAt
      ? [{ key: "started", at: run.startedAt, who: "control plane", what: "began its first episode" }]
      : []),
    ...(run.finishedAt
      ? [{ key: "ended", at: run.finishedAt, who: "control plane", what: `ended it: ${run.state}` }]
      : []),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <ul className="max-h-64 overflow-y-auto text-sm">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className="flex items-baseline gap-2 border-line border-b px-3 py-1.5 last:border-0"
        >
          <span className="font-medium">{entry.who}</span>
          <span className="text-muted">{entry.what}</span>
          <RelativeTime at={entry.at} className="ml-auto shrink-0 text-faint text-xs" />
        </li>
      ))}
    </ul>
  );
}
