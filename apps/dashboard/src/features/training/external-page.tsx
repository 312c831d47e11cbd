"use client";
import { RelativeTime, Skeleton } from "@deskrl/ui";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import type { RunRow } from "../../lib/api/types.ts";
import { RunFrame } from "../runs/run-frame.tsx";
import { boardParsers } from "./board-params.logic.ts";

const ChartsTab = dynamic(() => import("./charts-tab.tsx").then((module) => module.ChartsTab), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});

/** A run of another trainer that logs its numbers here: its curves, and nothing that could steer it. */
export function ExternalPage({ run }: { run: RunRow }) {
  const [params, setParams] = useQueryStates(boardParsers, { throttleMs: 150 });
  return (
    <RunFrame
      run={run}
      kind={{ word: "external trainer", why: "It logs its numbers here; nothing here steers it" }}
    >
      <p className="pb-2 text-muted text-xs">
        First logged by {run.requestedBy} <RelativeTime at={run.createdAt} />
      </p>
      <ChartsTab run={run} training={null} params={params} onSet={(change) => void setParams(change)} />
    </RunFrame>
  );
}
