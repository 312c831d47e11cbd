"use client";
import { ErrorNote, RelativeTime, StateChip } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";
import { Section } from "../shell/page-frame.tsx";
import { inOrder, leaderLine, loopLook, turnTime } from "./housekeeping.logic.ts";

/** What the control plane does by itself, each loop with its own heartbeat; one that hangs is red. */
export function Housekeeping() {
  const trpc = useTRPC();
  const status = useQuery({ ...trpc.system.status.queryOptions(), refetchInterval: 5_000 });
  if (!status.data) return null;
  const { housekeeping } = status.data;
  return (
    <Section title="Control plane" className="mt-4 max-w-3xl">
      <p className="border-line border-b px-3 py-2 text-muted text-xs">{leaderLine(housekeeping)}</p>
      {housekeeping.problem && (
        <div className="p-3">
          <ErrorNote problem={housekeeping.problem} />
        </div>
      )}
      <ul className="divide-y divide-line text-sm">
        {inOrder(housekeeping.loops).map((loop) => (
          <li
            key={loop.name}
            data-loop={loop.name}
            className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1.5"
          >
            <span className="min-w-0 flex-1 truncate first-letter:uppercase">{loop.name}</span>
            {loop.state !== "standby" && (
              <span
                className="num text-faint text-xs"
                title="When a turn last ended well, and how long the latest took"
              >
                {loop.lastSuccessAt === null ? (
                  "no turn yet"
                ) : (
                  <>
                    <RelativeTime at={loop.lastSuccessAt} /> · {turnTime(loop.durationMs)}
                  </>
                )}
              </span>
            )}
            <StateChip look={loopLook(loop)} />
            {loop.lastError && <p className="w-full break-words text-muted text-xs">{loop.lastError}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
