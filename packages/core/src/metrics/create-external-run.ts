import { runFromRow } from "@deskrl/db";
import { type Actor, type Run, RunSpec } from "@deskrl/domain";
import { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { runChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { emptyCounts } from "../runs/count-runs.ts";

export const ExternalRunInput = z.object({ name: z.string().trim().min(1).max(120) });
export type ExternalRunInput = z.input<typeof ExternalRunInput>;

/** A run that another trainer logs its metrics to; it is running until a person stops it. @throws AppError `invalid_input` */
export async function createExternalRun(
  ctx: CoreContext,
  { actor, ...input }: { actor: Pick<Actor, "id" | "name">; name: unknown },
): Promise<Run> {
  const { name } = parseInput(ExternalRunInput, input, "new external run");
  return commit(ctx, async ({ tx, now, emit }) => {
    const id = ctx.newId("run");
    const row = await tx.run.create({
      data: {
        id,
        name,
        kind: "external",
        spec: RunSpec.parse({ name, suite: "external", policy: "external", episodes: 1, desktops: 1 }),
        taskIds: [],
        state: "running",
        desiredState: "running",
        requestedBy: actor.name,
        createdAt: now,
        startedAt: now,
      },
    });
    const counts = emptyCounts(0);
    await recordAudit(ctx, tx, { actor, act: "run.create-external", subjectId: id, details: { name } });
    emit(runChanged(row, counts));
    return runFromRow(row, counts);
  });
}
