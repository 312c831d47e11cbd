"use client";
import type { Phase } from "@deskrl/domain";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { EXTENT_NAMES } from "./use-board.ts";

/** How long a phase has been at work: since it began, without its pauses, until it ended or until now. */
export function useWorked(runId: string): (phase: Phase, now: number) => number {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.metrics.series.queryOptions({ runIds: [runId], names: EXTENT_NAMES, maxPoints: 16 }),
    structuralSharing: false,
    refetchInterval: 15_000,
    placeholderData: (previous) => previous,
  });
  return useCallback(
    (phase, now) => {
      if (phase.startedAt === null) return 0;
      const end = phase.finishedAt?.getTime() ?? Math.max(now, phase.startedAt.getTime());
      const paused = (data?.pauses ?? [])
        .filter((pause) => pause.phaseId === phase.id)
        .reduce(
          (sum, pause) => sum + Math.max(0, (pause.toAt?.getTime() ?? end) - pause.fromAt.getTime()),
          0,
        );
      return Math.max(0, end - phase.startedAt.getTime() - paused);
    },
    [data],
  );
}
