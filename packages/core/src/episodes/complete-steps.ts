import { type StepRow, stepFromRow } from "@deskrl/db";
import { type Observation, pictureRef, type Step } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { keptEpisode } from "./replayed-episode.ts";
import type { ReplayedStep } from "./replayer.ts";

const TIMING = { observeMs: 0, policyMs: 0, executeMs: 0, recordMs: 0, totalMs: 0 };

/**
 * Steps of one episode with all their parts. What a simulated episode does not keep is played again; where that comes
 * out differently, as after a change of the simulation, what was kept stands and the observation is left empty.
 */
export async function completeSteps(
  ctx: CoreContext,
  { episodeId, played, rows }: { episodeId: string; played: boolean; rows: readonly StepRow[] },
): Promise<Step[]> {
  if (!played) return rows.map(stepFromRow);
  const replayed = await replay(ctx, episodeId);
  return rows.map((row) => completeStep(row, replayed[row.index] ?? null));
}

async function replay(ctx: CoreContext, episodeId: string): Promise<readonly ReplayedStep[]> {
  const kept = await keptEpisode(ctx, episodeId);
  if (!kept || !ctx.replayer) return [];
  try {
    return ctx.replayer.replay(kept);
  } catch {
    return [];
  }
}

function completeStep(row: StepRow, found: ReplayedStep | null): Step {
  const same = found && found.outcome === row.outcome && found.result === row.result ? found : null;
  const observation = same
    ? { ...same.observation, screenshot: pictureRef(row.episodeId, row.index) }
    : EMPTY;
  const { screenshot, ...rest } = observation;
  return stepFromRow({
    ...row,
    observation: rest,
    screenshot,
    responseText: row.code,
    call: same ? same.call : null,
    points: same ? [...same.points] : [],
    timing: TIMING,
  });
}

const EMPTY: Observation = {
  screenshot: null,
  screen: { width: 1280, height: 720 },
  windows: [],
  foregroundApp: null,
  appInfo: "What was seen cannot be shown: this release plays the episode differently.",
  accessibility: [],
  accessibilityTruncated: false,
  previousResult: "",
};
