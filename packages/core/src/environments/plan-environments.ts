import type { Transaction } from "@deskrl/db";
import { factsFromRow } from "@deskrl/db";
import { AppError, EnvironmentTemplate, type ProviderName, WorkerDesiredState } from "@deskrl/domain";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { environmentChanged } from "../events/builders.ts";

export interface PlanEnvironmentsOptions {
  workerId: string;
  /** What to build new ones from. @default the office desktop of the worker's provider */
  template?: EnvironmentTemplate | undefined;
}

/** The image that the repository builds. */
export const DEFAULT_IMAGE = "deskrl/desktop:latest";

/** Nothing is built from the image of a simulated desktop. */
function defaultTemplate(provider: ProviderName) {
  return { name: "office", provider, image: provider === "sim" ? "simulated" : DEFAULT_IMAGE };
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
 * Brings a worker's rows to the number of desktops it offers: missing ones are requested, surplus ones are to stop,
 * idle ones first. A cordoned worker gets no new ones; of a drained one all that are free are to stop. Nothing is built
 * here; the worker is told and acts.
 * @returns ids of both
 */
export async function planEnvironments(
  ctx: CoreContext,
  options: PlanEnvironmentsOptions,
): Promise<{ requested: string[]; stopping: string[] }> {
  return commit(ctx, async ({ tx, now, emit }) => {
    const worker = await lockWorker(tx, options.workerId);
    const template = EnvironmentTemplate.parse(
      options.template ?? defaultTemplate(factsFromRow(worker).provider),
    );
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
    const surplus = [...outdated, ...unwanted];
    // What is there stays; more would hurt it.
    const open = state === "active" && factsFromRow(worker).closedFor === undefined;
    const room = open ? Math.max(0, worker.desktops - fitting.length) : 0;
    const missing = Array.from({ length: room }, () => ({
      id: ctx.newId("environment"),
      workerId: worker.id,
      template: template.name,
      templateSpec: template,
      provider: template.provider,
      state: "requested",
      desiredState: "running",
      width: template.screen.width,
      height: template.screen.height,
      createdAt: now,
      updatedAt: now,
    }));
    const created = await tx.environment.createManyAndReturn({ data: missing });
    const stopped = await tx.environment.updateManyAndReturn({
      where: { id: { in: surplus.map((row) => row.id) }, desiredState: "running" },
      data: { desiredState: "stopped", updatedAt: now },
    });
    emit(...[...created, ...stopped].map((row) => environmentChanged(row)));
    return { requested: created.map((row) => row.id), stopping: stopped.map((row) => row.id) };
  });
}
