"use client";
import { plural } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { RunRow } from "../../lib/api/types.ts";

/** Why queued episodes, or phases of a training run, are not at work; nothing while none wait. */
export function RunWaiting({ run }: { run: RunRow }) {
  const trpc = useTRPC();
  const isTraining = run.kind === "training";
  const waits = run.state === "running" && (isTraining || run.counts.queued > 0);
  const { data } = useQuery({
    ...trpc.run.waiting.queryOptions({ id: run.id }),
    enabled: waits,
    refetchInterval: 5_000,
  });
  if (!waits || !data || data.waiting === 0) return null;
  return (
    <div className="flex gap-2 text-muted text-xs" data-waiting={data.waiting}>
      <Hourglass aria-hidden="true" size={13} className="mt-0.5 shrink-0 text-faint" />
      <p className="min-w-0 break-words">
        {plural(data.waiting, isTraining ? "phase" : "episode")} wait{data.waiting === 1 ? "s" : ""}.{" "}
        {data.reasons.join(" ")}
      </p>
    </div>
  );
}
