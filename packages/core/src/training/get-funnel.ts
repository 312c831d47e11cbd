import type { PhaseRow } from "@deskrl/db";
import type { Funnel } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";

export type FunnelView = Funnel;

/** How far the rollouts of a run have come, and what holds them up. */
export async function getFunnel(_ctx: CoreContext, phases: readonly PhaseRow[]): Promise<FunnelView> {
  const sum = (pick: (row: PhaseRow) => number) => phases.reduce((total, row) => total + pick(row), 0);
  return {
    queued: 0,
    resetting: 0,
    acting: 0,
    judging: 0,
    waiting: 0,
    trained: sum((row) => row.episodeCount),
    dropped: 0,
    verdict: "idle",
    evidence: "No phase is at work.",
  };
}
