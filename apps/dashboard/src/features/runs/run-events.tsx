"use client";
import type { AuditRow, RunRow } from "../../lib/api/types.ts";
import { humaniseAct } from "./audit.logic.ts";
import { EventList } from "./event-list.tsx";

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
  return <EventList events={entries} className="max-h-64 overflow-y-auto" />;
}
