import type { Prisma } from "@deskrl/db";
import { EpisodeCause, EpisodeState, Verdict } from "@deskrl/domain";
import { z } from "zod";
import { oneOrMany, SearchText } from "../lists/page.ts";
import { containsText } from "../lists/search.ts";

/** Iterations of a phase, ends included: `ph_…:10-40`. */
export const IterationWindow = z
  .string()
  .regex(
    /^ph_[A-Za-z0-9._-]{1,80}:\d{1,9}-\d{1,9}$/,
    "expected a phase and its iterations, such as ph_…:10-40",
  );

export const EpisodeFilters = z.object({
  runId: z.string().optional(),
  phaseId: oneOrMany(z.string()),
  /** Played in one of these windows of iterations. */
  window: oneOrMany(IterationWindow),
  split: oneOrMany(z.enum(["train", "params", "phrasing", "template"])),
  state: oneOrMany(EpisodeState),
  verdict: oneOrMany(Verdict),
  cause: oneOrMany(EpisodeCause),
  /** The application, as tasks name it. */
  domain: oneOrMany(z.string()),
  policy: oneOrMany(z.string()),
  taskKey: oneOrMany(z.string()),
  environmentId: z.string().optional(),
  workerId: z.string().optional(),
  /** Only attempts that a newer one took over from, or only the others. */
  superseded: z.boolean().optional(),
  minSteps: z.number().int().nonnegative().optional(),
  maxSteps: z.number().int().nonnegative().optional(),
  /** In the id, the task, its instruction, the run's name or the reason. */
  q: SearchText,
});
export type EpisodeFilters = z.input<typeof EpisodeFilters>;
export type ParsedEpisodeFilters = z.output<typeof EpisodeFilters>;

const LISTS = ["phaseId", "split", "state", "verdict", "cause", "domain", "policy", "taskKey"] as const;
const VALUES = ["runId", "environmentId", "workerId", "superseded"] as const;

/** The one condition behind the list, its total, the facets and the exports, so that they cannot disagree. */
export function episodeWhere(filters: ParsedEpisodeFilters): Prisma.EpisodeWhereInput {
  const and: Prisma.EpisodeWhereInput[] = [];
  for (const field of LISTS) {
    const values: string[] | undefined = filters[field];
    if (values) and.push({ [field]: { in: values } });
  }
  for (const field of VALUES) if (filters[field] !== undefined) and.push({ [field]: filters[field] });
  if (filters.window) and.push({ OR: filters.window.map(inWindow) });
  if (filters.minSteps !== undefined) and.push({ stepCount: { gte: filters.minSteps } });
  if (filters.maxSteps !== undefined) and.push({ stepCount: { lte: filters.maxSteps } });
  if (filters.q) {
    const text = containsText(filters.q);
    and.push({
      OR: [
        { id: text },
        { taskKey: text },
        { reason: text },
        { task: { instruction: text } },
        { run: { name: text } },
      ],
    });
  }
  return { AND: and };
}

function inWindow(window: string): Prisma.EpisodeWhereInput {
  const [phaseId = "", range = ""] = window.split(":");
  const [from = 0, to = 0] = range.split("-").map(Number);
  return { phaseId, iteration: { gte: from, lte: to } };
}
