"use client";
import { CopyId, RelativeTime, runLook, Skeleton, StateChip } from "@deskrl/ui";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import type { RunRow } from "../../lib/api/types.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { TrailTitle } from "../shell/trail-title.tsx";
import { boardParsers } from "./board-params.logic.ts";

const ChartsTab = dynamic(() => import("./charts-tab.tsx").then((module) => module.ChartsTab), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});

/** A run of another trainer that logs its numbers here: its curves, and nothing that could steer it. */
export function ExternalPage({ run }: { run: RunRow }) {
  const [params, setParams] = useQueryStates(boardParsers, { throttleMs: 150 });
  return (
    <PageFrame
      title={
        <TrailTitle href="/runs" list="Runs">
          <span className="truncate">{run.name}</span>
        </TrailTitle>
      }
      aside={
        <>
          <StateChip look={runLook(run.state)} />
          <span className="rounded border border-line px-1.5 text-muted text-xs">external trainer</span>
          <CopyId id={run.id} />
          <RelativeTime at={run.createdAt} className="text-muted text-xs" />
        </>
      }
    >
      <ChartsTab run={run} training={null} params={params} onSet={(change) => void setParams(change)} />
    </PageFrame>
  );
}
