"use client";
import type { WallRow } from "@deskrl/protocol";
import { RelativeTime, StateIcon, shortenId, useNow } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useClockOffset } from "../../lib/live/live-provider.tsx";
import { rowLook, rowStuckness, stuckWords } from "./row-look.logic.ts";

/** What a tile or a cell has no room for. The last action is asked for when someone looks. */
export function DesktopDetails({ row }: { row: WallRow }) {
  const trpc = useTRPC();
  const { episode } = row;
  const nowMs = useNow() + useClockOffset()();
  const detail = useQuery({
    ...trpc.environment.byId.queryOptions({ id: row.id }),
    enabled: episode !== null,
    staleTime: 1_000,
    refetchInterval: 2_000,
  });
  const look = rowLook(row);
  const { sign } = rowStuckness(row, nowMs);
  const same = detail.data?.episode?.id === episode?.id;
  const facts: [string, React.ReactNode][] = [
    ["Since", <RelativeTime key="since" at={new Date(row.changedAtMs)} />],
    ["Worker", row.workerLost ? `${row.workerName}, not heard of` : row.workerName],
    ["Desktop", `${shortenId(row.id)}${row.provider === "sim" ? ", simulated" : ""}`],
  ];
  if (row.stateReason) facts.unshift(["Reason", row.stateReason]);
  if (episode)
    facts.push(
      ["Run", `${episode.runName} (${episode.policy})`],
      ["Task", episode.taskKey],
      ["Step", `${episode.stepCount} of ${episode.maxSteps}`],
      [
        "Last action",
        <span key="action" className="line-clamp-3 break-all font-mono text-2xs">
          {same ? (detail.data?.episode?.lastAction ?? "none yet") : "…"}
        </span>,
      ],
    );
  if (row.lastVerdict)
    facts.push([
      "Before",
      `${row.lastVerdict}${row.lastScore === null ? "" : `, reward ${row.lastScore.toFixed(2)}`}`,
    ]);
  return (
    <div className="space-y-1.5">
      <p data-hue={look.hue} className="flex items-center gap-1.5 font-medium text-hue">
        <StateIcon glyph={look.glyph} /> {look.word}
        {sign && <span className="ml-auto text-danger">{stuckWords(row, sign, nowMs)}</span>}
      </p>
      {episode && <p className="line-clamp-3 text-text">{episode.instruction}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
