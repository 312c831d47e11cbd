import type { DesktopTemplate } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { WORKER_LOST_AFTER_MS } from "../workers/liveness.ts";
import { readTemplates } from "./read-templates.ts";

/** A template with what there is of it on workers that live. */
export interface TemplateView extends DesktopTemplate {
  /** Clean and free. */
  ready: number;
  /** With an episode or a person. */
  atWork: number;
  /** Being made or cleaned. */
  coming: number;
  failed: number;
  stopping: number;
}

const NONE = { ready: 0, atWork: 0, coming: 0, failed: 0, stopping: 0 };

/** All templates, the built-in one first. */
export async function listTemplates(ctx: CoreContext): Promise<TemplateView[]> {
  const templates = await readTemplates(ctx.db.prisma);
  const since = new Date(ctx.clock().getTime() - WORKER_LOST_AFTER_MS);
  const rows = await ctx.db.prisma.$queryRaw<{ template: string; kind: keyof typeof NONE; count: number }[]>`
    SELECT environment.template, CASE
        WHEN environment.desired_state = 'stopped' THEN 'stopping'
        WHEN environment.episode_id IS NOT NULL OR environment.controlled_by IS NOT NULL THEN 'atWork'
        WHEN environment.state = 'ready' THEN 'ready'
        WHEN environment.state = 'failed' THEN 'failed'
        ELSE 'coming' END AS kind, count(*)::int AS count
    FROM environments environment JOIN workers worker ON worker.id = environment.worker_id
    WHERE environment.state <> 'stopped' AND worker.heartbeat_at >= ${since}::timestamptz
    GROUP BY 1, 2`;
  return templates.map((template) => {
    const own = rows.filter((row) => row.template === template.name);
    return { ...template, ...NONE, ...Object.fromEntries(own.map(({ kind, count }) => [kind, count])) };
  });
}
