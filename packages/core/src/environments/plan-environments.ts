import type { Transaction } from "@deskrl/db";
import { factsFromRow } from "@deskrl/db";
import { AppError, DEFAULT_TEMPLATE, EnvironmentTemplate, WorkerDesiredState } from "@deskrl/domain";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";
import { BUILT_IN, readTemplates, specOf } from "../placement/read-templates.ts";
import { newEnvironment } from "./new-environment.ts";

export interface PlanEnvironmentsOptions {
  workerId: string;
  /** What to build new ones from. @default the office desktop of the worker's provider */
  template?: EnvironmentTemplate | undefined;
}

async function lockWorker(tx: Transaction, workerId: string) {
  await tx.$executeRaw`SELECT 1 FROM workers WHERE id = ${workerId} FOR UPDATE`;
  const worker = await tx.worker.findUnique({ where: { id: workerId } });
  if (worker) return worker;
  throw new AppError("not_found", `There is no worker ${workerId}.`, {
    where: "plan of environments",
    fix: "Register the worker first.",
  });
}

/**
 * Brings a worker's rows to the number of desktops it offers: surplus ones are to stop, idle ones first; missing ones are
 * requested unless the template keeps a number ready in the whole fleet, which `advancePlacements` sees to. A cordoned
 * worker gets no new ones; of a drained one all that are free are to stop. Nothing is built here; the worker is told and
 * acts.
 * @returns ids of both
 */
export async function planEnvironments(
  ctx: CoreContext,
  options: PlanEnvironmentsOptions,
): Promise<{ requested: string[]; stopping: string[] }> {
  return commit(ctx, async ({ tx, now, emit }) => {
    const worker = await lockWorker(tx, options.workerId);
    const { provider } = factsFromRow(worker);
    const office = (await readTemplates(tx)).find(({ name }) => name === DEFAULT_TEMPLATE) ?? BUILT_IN;
    const template = EnvironmentTemplate.parse(options.template ?? specOf(office, provider));
    const keepsAll = options.template !== undefined || office.warm === null;
    const wanted = await tx.environment.findMany({
      where: { workerId: worker.id, desiredState: "running", state: { not: "stopped" } },
      orderBy: [{ episodeId: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }, { id: "asc" }],
    });
    // A worker that came back with another kind of desktops does not have the old ones any more.
    const fitting = wanted.filter((row) => row.provider === template.provider);
    const outdated = wanted.filter((row) => row.provider !== template.provider);
    const state = WorkerDesiredState.parse(worker.desiredState);
    // A person who drives a desktop holds it as an episode does.
    const idle = fitting.filter((row) => row.episodeId === null && row.controlledBy === null);
    const unwanted = state === "drained" ? idle : fitting.slice(worker.desktops);
    // What is there stays; more would hurt it.
    const open = keepsAll && state === "active" && factsFromRow(worker).closedFor === undefined;
    const room = open ? Math.max(0, worker.desktops - fitting.length) : 0;
    const missing = Array.from({ length: room }, () =>
      newEnvironment(ctx, { workerId: worker.id, spec: template, now }),
    );
    const created = await tx.environment.createManyAndReturn({ data: missing });
    const stop = (rows: typeof wanted, reason: string) =>
      tx.environment.updateManyAndReturn({
        where: { id: { in: rows.map((row) => row.id) }, desiredState: "running" },
        data: { desiredState: "stopped", stateReason: reason, updatedAt: now },
      });
    const stopped = [
      ...(await stop(outdated, `Its worker came back with ${template.provider} desktops.`)),
      ...(await stop(
        unwanted,
        state === "drained" ? "Its worker is drained." : `Its worker offers ${worker.desktops} desktops now.`,
      )),
    ];
    emit(...[...created, ...stopped].map((row) => environmentChanged(row)));
    return { requested: created.map((row) => row.id), stopping: stopped.map((row) => row.id) };
  });
}
