import type { RunRow } from "@deskrl/db";
import { canTransition, RUN_TRANSITIONS, RunState, type TrainingSpec } from "@deskrl/domain";
import type { UnitOfWork } from "../commit.ts";
import { emitRunsChanged } from "../runs/emit-runs-changed.ts";
import { describeRun, type RunOutlook } from "./run-outlook.ts";

/** States on the way from one to another, since a run passes through `pausing` and `stopping` like every other. */
const WAY: Readonly<Partial<Record<RunState, RunState>>> = { paused: "pausing", stopped: "stopping" };

function nextOnWay(from: RunState, to: RunState): RunState | null {
  if (from === to) return null;
  if (canTransition(RUN_TRANSITIONS, from, to)) return to;
  const via = WAY[to] ?? "running";
  return canTransition(RUN_TRANSITIONS, from, via) ? via : null;
}

/** Lets the state of a run follow that of its phases. @returns whether it changed */
export async function moveRun(
  unit: UnitOfWork,
  { run, spec }: { run: RunRow; spec: TrainingSpec },
): Promise<boolean> {
  const { tx, now } = unit;
  const branches = await tx.branch.findMany({
    where: { runId: run.id },
    include: { phases: { orderBy: { ordinal: "asc" } } },
  });
  const outlook: RunOutlook = describeRun({ spec, desiredState: run.desiredState, branches });
  let state = RunState.parse(run.state);
  const before = state;
  for (let next = nextOnWay(state, outlook.state); next; next = nextOnWay(state, outlook.state)) state = next;
  if (state === before && outlook.reason === run.stateReason) return false;
  const ended = state === "finished" || state === "stopped";
  await tx.run.update({
    where: { id: run.id },
    data: {
      state,
      stateReason: outlook.reason,
      ...(state !== "requested" && !run.startedAt ? { startedAt: now } : {}),
      ...(ended && !run.finishedAt ? { finishedAt: now } : {}),
    },
  });
  await emitRunsChanged(unit, [run.id]);
  return true;
}
