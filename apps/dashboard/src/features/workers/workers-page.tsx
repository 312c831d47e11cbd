"use client";
import { Button, EmptyNote, ErrorNote, plural, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus, Server } from "lucide-react";
import { useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useStandingError } from "../../lib/api/use-standing-error.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { useRoleBlock } from "../auth/use-actor.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { AddWorkerDialog } from "./add-worker-dialog.tsx";
import { Housekeeping } from "./housekeeping.tsx";
import { Pools } from "./pools.tsx";
import { WorkerCard } from "./worker-card.tsx";
import { WorkerTokens } from "./worker-tokens.tsx";

/** The machines that offer desktops, what they can hold, and how another one joins. */
export function WorkersPage() {
  const trpc = useTRPC();
  useTopics(["fleet"]);
  const list = useQuery({ ...trpc.worker.list.queryOptions({ limit: 100 }), refetchInterval: 5000 });
  const block = useRoleBlock("operator");
  const [adding, setAdding] = useState(false);
  const add = (
    <Button tone="primary" size="sm" blockedBecause={block} onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" size={14} /> Add a worker
    </Button>
  );
  const failed = useStandingError(list);
  const lost = list.data?.items.filter(({ state }) => state === "lost").length ?? 0;
  return (
    <PageFrame
      title="Workers"
      aside={
        list.data && (
          <span className="num text-muted text-xs">
            {list.data.total}
            {lost > 0 && `, ${lost} lost`}
          </span>
        )
      }
      actions={add}
    >
      {failed !== null && <ErrorNote problem={toProblem(failed)} onRetry={() => void list.refetch()} />}
      {list.data && list.isError && (
        <div className="mb-3">
          <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isPending && failed === null && <Skeleton className="h-44 w-full max-w-xl" />}
      {list.data?.items.length === 0 && (
        <EmptyNote
          icon={<Server aria-hidden="true" size={28} />}
          title="No worker has joined yet"
          action={add}
        >
          A worker is a daemon on a machine with a Docker engine. It dials in by itself, needs no open port,
          and offers its desktops here.
        </EmptyNote>
      )}
      <div className="grid items-start gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {list.data?.items.map((worker) => (
          <WorkerCard key={worker.id} worker={worker} />
        ))}
      </div>
      {list.data && list.data.total > list.data.items.length && (
        <p className="mt-3 text-muted text-xs">
          The first {plural(list.data.items.length, "worker")} of {list.data.total}.
        </p>
      )}
      <Pools />
      <WorkerTokens />
      <Housekeeping />
      <AddWorkerDialog open={adding} onClose={() => setAdding(false)} />
    </PageFrame>
  );
}
