import { runFromRow, specFromRow } from "@deskrl/db";
import { type Actor, AppError, idSchema, type Run, RunPlacement, RunSpec } from "@deskrl/domain";
import { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { runChanged } from "../events/builders.ts";
import { parseInput } from "../parse-input.ts";
import { countRuns, emptyCounts } from "./count-runs.ts";
import { runNotFound } from "./get-run.ts";

/** What is left out stays as it is; an empty list of workers or labels ends the pinning to them. */
export const PlaceRunInput = z.object({
  id: idSchema("run"),
  ...RunPlacement.shape,
  desktops: RunSpec.shape.desktops.unwrap().optional(),
});
export type PlaceRunInput = z.input<typeof PlaceRunInput>;

/**
 * Changes which desktops a run is given from now on: its priority, the workers it is pinned to, how many at a time.
 * Episodes at work stay where they are.
 * @throws AppError `not_found`; `conflict` when the run has ended or acts somewhere else
 */
export async function placeRun(
  ctx: CoreContext,
  { actor, ...options }: PlaceRunInput & { actor: Actor },
): Promise<Run> {
  const { id, ...asked } = parseInput(PlaceRunInput, options, "placement of a run");
  return commit(ctx, async ({ tx, emit }) => {
    await tx.$executeRaw`SELECT 1 FROM runs WHERE id = ${id} FOR UPDATE`;
    const before = await tx.run.findUnique({ where: { id } });
    if (!before) throw runNotFound(id);
    const over = before.state === "finished" || before.state === "stopped";
    if (over || before.kind === "external")
      throw new AppError(
        "conflict",
        over ? `The run is ${before.state}.` : "An external run has no desktops here.",
        { where: id, fix: "Choose a run that still needs desktops of this fleet." },
      );
    const spec = RunSpec.parse({ ...specFromRow(before), ...given(asked) });
    const row = await tx.run.update({ where: { id }, data: { spec } });
    await recordAudit(ctx, tx, { actor, act: "run.place", subjectId: id, details: inWords(asked) });
    const counts = (await countRuns(tx, [id])).get(id) ?? emptyCounts(0);
    emit(runChanged(row, counts));
    return runFromRow(row, counts);
  });
}

type Asked = Omit<PlaceRunInput, "id">;

function given(asked: Asked): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

function inWords({ priority, desktops, workers, labels }: Asked): Record<string, string | number> {
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(desktops === undefined ? {} : { desktops }),
    ...(workers === undefined ? {} : { workers: workers.join(", ") || "any" }),
    ...(labels === undefined ? {} : { labels: labels.join(", ") || "any" }),
  };
}
