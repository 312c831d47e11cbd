import type { Prisma } from "@deskrl/db";
import { EnvironmentState } from "@deskrl/domain";
import { z } from "zod";
import { oneOrMany, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";

export const EnvironmentFilters = z.object({
  /** Without it, desktops that are gone (`stopped`) are left out. */
  state: oneOrMany(EnvironmentState),
  workerId: z.string().optional(),
  template: z.string().optional(),
  runId: z.string().optional(),
  domain: oneOrMany(z.string()),
  taskKey: oneOrMany(z.string()),
  /** Only those that a person drives, or only the others. */
  controlled: z.boolean().optional(),
  /** In the id, the worker's name, the task, its instruction or the run's name. */
  q: SearchText,
});
export type EnvironmentFilters = z.input<typeof EnvironmentFilters>;

/** The condition of the list, its total and its counts. */
export function environmentWhere(filters: z.output<typeof EnvironmentFilters>): Prisma.EnvironmentWhereInput {
  const { state, workerId, template, runId, domain, taskKey, controlled, q } = filters;
  const and: Prisma.EnvironmentWhereInput[] = [
    { state: state ? { in: state } : { not: EnvironmentState.enum.stopped } },
  ];
  if (workerId) and.push({ workerId });
  if (template) and.push({ template });
  if (runId) and.push({ episode: { runId } });
  if (domain) and.push({ episode: { domain: { in: domain } } });
  if (taskKey) and.push({ episode: { taskKey: { in: taskKey } } });
  if (controlled !== undefined) and.push({ controlledBy: controlled ? { not: null } : null });
  if (q) {
    const text = containsText(q);
    and.push({
      OR: [
        { id: text },
        { worker: { name: text } },
        { episode: { taskKey: text } },
        { episode: { task: { instruction: text } } },
        { episode: { run: { name: text } } },
      ],
    });
  }
  return { AND: and };
}
