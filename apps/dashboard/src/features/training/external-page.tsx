"use client";
import { CopyId, RelativeTime, runLook, Skeleton, StateChip } from "@deskrl/ui";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import type { RunRow } from "../../lib/api/types.ts";
import { PageFrame } from "../shell/page-frame.tsx";
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
        <span className="inline-flex items-center gap-2">
          <Link href="/runs" className="font-normal text-muted text-sm hover:text-text">
            Runs
          </Link>
          <span className="text-faint">/</span>
          <span className="truncate">{run.name}</span>
        </span>
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
