"use client";
import { Command, EmptyNote, ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { PageFrame, Section } from "../shell/page-frame.tsx";
import { WorkerCard } from "./worker-card.tsx";

/** The machines that offer desktops, and how another one joins. */
export function WorkersPage() {
  const trpc = useTRPC();
  useTopics(["fleet"]);
  const list = useQuery({ ...trpc.worker.list.queryOptions({ limit: 100 }), refetchInterval: 5000 });
  return (
    <PageFrame
      title="Workers"
      aside={list.data && <span className="num text-muted text-xs">{list.data.total}</span>}
    >
      {list.isError && !list.data && (
        <ErrorNote problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton className="h-44 w-full max-w-xl" />}
      {list.data?.items.length === 0 && (
        <EmptyNote icon={<Server aria-hidden="true" size={28} />} title="No worker has joined yet">
          A worker is a daemon on a machine with a Docker engine. It dials in by itself, needs no open port,
          and offers its desktops here.
        </EmptyNote>
      )}
      <div className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {list.data?.items.map((worker) => (
          <WorkerCard key={worker.id} worker={worker} />
        ))}
      </div>
      <Section title="Add a machine" className="mt-3 max-w-3xl">
        <div className="space-y-2 p-3 text-sm">
          <p>
            On the other machine, with this project and a Docker engine on it, start a worker that dials this
            control plane. Its gRPC port must be reachable from there; the worker itself needs no open port.
          </p>
          <Command text="npm run worker -- --join http://CONTROL-PLANE:4401 --token TOKEN --desktops 4" />
          <p className="text-muted text-xs">
            <code className="font-mono">TOKEN</code> is a copy of{" "}
            <code className="font-mono">tokens/worker</code> from the data folder of this control plane.
            Without an engine, <code className="font-mono">npm run setup:docker</code> sets one up on Debian
            and Ubuntu.
          </p>
        </div>
      </Section>
    </PageFrame>
  );
}
