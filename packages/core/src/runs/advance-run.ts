import type { RunRow, Transaction } from "@deskrl/db";
import { RunDesiredState, RunState } from "@deskrl/domain";
import { commit, type UnitOfWork } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { episodeChanged } from "../events/builders.ts";
import { cancelEpisodesOfRun } from "./cancel-episodes-of-run.ts";
import { emitRunsChanged } from "./emit-runs-changed.ts";
import { nextRunState, type RunProgress } from "./next-run-state.ts";
import { openEpisodes } from "./open-episodes.ts";
import { retryEpisodes } from "./retry-episodes.ts";

/** More changes of state than a run can need in one go; a bound, so that a wrong table cannot loop for ever. */
const MAX_STEPS = 6;

async function lockRun(tx: Transaction, id: string): Promise<RunRow | null> {
  const locked = await tx.$queryRaw<unknown[]>`SELECT 1 FROM runs WHERE id = ${id} FOR UPDATE SKIP LOCKED`;
  return locked.length === 0 ? null : tx.run.findUnique({ where: { id } });
}

/** Does what the state calls for. @returns ids of episodes it changed, and what the next state depends on */
async function work(ctx: CoreContext, { tx, now }: UnitOfWork, run: RunRow) {
  const state = RunState.parse(run.state);
  const changed: string[] = [];
  let open = false;
  let givenUp = 0;
  let opened = 0;
  if (run.desiredState !== "stopped" && (state === "running" || state === "pausing")) {
    const retry = await retryEpisodes(ctx, tx, { run, now });
    changed.push(...retry.superseded);
    givenUp = retry.givenUp;
    const result = await openEpisodes(ctx, tx, { run, now });
    opened = result.opened + retry.superseded.length;
    open = !result.allOpen;
  }
  if (state === "stopping") changed.push(...(await cancelEpisodesOfRun(tx, { runId: run.id, now })).changed);
  const [{ active = 0, queued = 0 } = {}] = await tx.$queryRaw<{ active: number; queued: number }[]>`
    SELECT count(*) FILTER (WHERE state <> 'queued')::int AS active,
      count(*) FILTER (WHERE state = 'queued')::int AS queued
    FROM episodes WHERE run_id = ${run.id} AND state <> 'finished'`;
  const progress: RunProgress = {
    state,
    desiredState: RunDesiredState.parse(run.desiredState),
    active,
    done: !open && active === 0 && queued === 0,
  };
  return { changed, opened, givenUp, progress };
}

/**
 * Moves one run as far as it can go now. Does nothing when another process is moving it.
 * @returns whether anything changed
 */
export async function advanceRun(ctx: CoreContext, id: string): Promise<boolean> {
  return commit(ctx, async (unit) => {
    const { tx, now, emit } = unit;
    const locked = await lockRun(tx, id);
    if (!locked) return false;
    let run: RunRow = locked;
    const touched = new Set<string>();
    let changed = false;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const result = await work(ctx, unit, run);
      for (const episodeId of result.changed) touched.add(episodeId);
      changed ||= result.opened > 0;
      const next = nextRunState(result.progress);
      if (!next) break;
      changed = true;
      const ended = next === "finished" || next === "stopped";
      const stateReason: string | null =
        next === "finished" && result.givenUp > 0
          ? `The retry budget is used up: ${result.givenUp} episodes stayed invalid that could have been tried again.`
          : run.stateReason;
      run = await tx.run.update({
        where: { id },
        data: {
          state: next,
          stateReason,
          ...(next === "running" && !run.startedAt ? { startedAt: now } : {}),
          ...(ended ? { finishedAt: now } : {}),
        },
      });
      if (ended) break;
    }
    if (touched.size > 0) {
      const rows = await tx.episode.findMany({ where: { id: { in: [...touched] } }, orderBy: { id: "asc" } });
      emit(...rows.map(episodeChanged));
    }
    if (changed || touched.size > 0) await emitRunsChanged(unit, [id]);
    return changed || touched.size > 0;
  });
}
