"use client";
import { CopyId, ErrorNote, environmentLook, Skeleton, StateChip } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useTopics } from "../../lib/live/live-provider.tsx";
import { useActor } from "../auth/use-actor.ts";
import { PageFrame } from "../shell/page-frame.tsx";
import { controlOf } from "./control.logic.ts";
import { ControlBar } from "./control-bar.tsx";
import { DesktopRail } from "./desktop-rail.tsx";
import { DesktopScreen } from "./desktop-screen.tsx";

/** One desktop: its live screen, who drives it, and what the agent does on it. */
export function DesktopPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const actor = useActor();
  const [zoom, setZoom] = useQueryState("zoom", parseAsStringLiteral(["fit", "1:1"]).withDefault("fit"));
  const query = useQuery({ ...trpc.environment.byId.queryOptions({ id }), refetchInterval: 30_000 });
  useTopics([`environment:${id}`, "fleet"]);
  if (query.isError && !query.data) {
    return (
      <PageFrame title="Desktop">
        <ErrorNote problem={toProblem(query.error)} onRetry={() => void query.refetch()} />
      </PageFrame>
    );
  }
  const desktop = query.data;
  if (!desktop) {
    return (
      <PageFrame title="Desktop" fill>
        <Skeleton className="mx-4 mb-4 h-full" />
      </PageFrame>
    );
  }
  const look = environmentLook({ ...desktop, episodeState: desktop.episode?.state ?? null });
  const control = controlOf(desktop, actor?.name ?? null);
  return (
    <PageFrame
      fill
      title={
        <span className="inline-flex items-center gap-2">
          <Link href="/fleet" className="font-normal text-muted text-sm hover:text-text">
            Fleet
          </Link>
          <span className="text-faint">/</span>
          Desktop
        </span>
      }
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <CopyId id={desktop.id} />
          <StateChip look={look} {...(desktop.stateReason ? { title: desktop.stateReason } : {})} />
          {desktop.provider !== "docker" && (
            <span className="rounded border border-line px-1.5 text-muted text-xs">
              {desktop.provider === "sim" ? "simulated" : desktop.provider}
            </span>
          )}
        </span>
      }
      actions={<ControlBar desktop={desktop} control={control} />}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-3 pb-3 lg:flex-row lg:overflow-hidden">
        <div className="min-h-[46vh] min-w-0 flex-[2] overflow-hidden rounded-lg border border-line lg:min-h-0">
          <DesktopScreen
            desktop={desktop}
            control={control}
            zoom={zoom}
            onZoom={(next) => void setZoom(next)}
          />
        </div>
        <DesktopRail desktop={desktop} control={control} />
      </div>
    </PageFrame>
  );
}
