import { runFromRow } from "@deskrl/db";
import { type Actor, AppError, type Run, type RunDesiredState, type RunState } from "@deskrl/domain";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { runChanged } from "../events/builders.ts";
import { desireTraining } from "../training/desire-training.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";
import { getRun, runNotFound } from "./get-run.ts";

export interface DesireRunOptions {
  actor: Actor;
  id: string;
  desiredState: RunDesiredState;
  act: "run.pause" | "run.resume" | "run.stop";
  /** States in which the wish makes sense. */
  from: readonly RunState[];
}

/** Writes what a person wants of a run; `advanceRuns` makes it so. Wanting the same again is no error. */
export async function desireRun(ctx: CoreContext, options: DesireRunOptions): Promise<Run> {
  const { actor, id, desiredState, act, from } = options;
  const known = await ctx.db.prisma.run.findUnique({ where: { id }, select: { kind: true } });
  if (known?.kind === "training") {
    await desireTraining(ctx, { actor, id, desiredState, act });
    return getRun(ctx, { id });
  }
  if (known?.kind === "external" && desiredState !== "stopped")
    throw new AppError("conflict", "What trains an external run is not under this control plane.", {
      where: id,
      fix: "Pause or resume it where it runs.",
    });
  return commit(ctx, async ({ tx, now, emit }) => {
    // Nothing has to be waited for: it takes no more numbers from now on.
    const ended = { state: "stopped", finishedAt: now };
    await tx.$executeRaw`SELECT 1 FROM runs WHERE id = ${id} FOR UPDATE`;
    const before = await tx.run.findUnique({ where: { id } });
    if (!before) throw runNotFound(id);
    const counts = (await countRuns(tx, [id])).get(id) ?? emptyCounts(0);
    if (before.desiredState === desiredState) return runFromRow(before, counts);
    const [row] = await tx.run.updateManyAndReturn({
      where: { id, state: { in: [...from] }, desiredState: { not: "stopped" } },
      data: { desiredState, stateReason: null, ...(before.kind === "external" ? ended : {}) },
    });
    if (!row)
      throw new AppError("conflict", `The run is ${before.state}; it cannot be ${desiredState} any more.`, {
        where: id,
        fix: "Start a new run.",
      });
    await recordAudit(ctx, tx, { actor, act, subjectId: id });
    emit(runChanged(row, counts));
    return runFromRow(row, counts);
  });
}
