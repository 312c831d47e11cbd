import type { RouterOutputs } from "@deskrl/api";
import { AppError } from "@deskrl/domain";
import type { Client } from "../client.ts";

export type WorkerItem = RouterOutputs["worker"]["list"]["items"][number];

/** Every worker, page by page. */
export async function allWorkers(client: Client): Promise<WorkerItem[]> {
  const items: WorkerItem[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await client.worker.list.query({ limit: 100, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

/**
 * The worker of a name or an id.
 * @throws AppError `not_found` naming those there are; `conflict` when several machines have the name
 */
export function findWorker(workers: readonly WorkerItem[], nameOrId: string): WorkerItem {
  const found = workers.filter(({ id, name }) => id === nameOrId || name === nameOrId);
  const [first] = found;
  if (!first)
    throw new AppError("not_found", `There is no worker called ${nameOrId}.`, {
      where: "worker",
      fix: workers.length
        ? `Choose one of: ${workers.map(({ name }) => name).join(", ")}.`
        : "Join one first: npm run worker -- --join ADDRESS --token TOKEN.",
    });
  if (found.length > 1)
    throw new AppError("conflict", `${found.length} workers are called ${nameOrId}.`, {
      where: "worker",
      fix: `Name it by its id: ${found.map(({ id, state }) => `${id} (${state})`).join(", ")}.`,
    });
  return first;
}
