import type { GroupRow } from "@deskrl/db";
import { AppError, idSchema } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { type EpisodeView, episodeInclude, episodeView } from "../episodes/view.ts";
import { decodeCursor, encodeCursor } from "../lists/cursor.ts";
import { oneOrMany, type Page, PageInput } from "../lists/page.ts";
import { parseInput } from "../parse-input.ts";

export const GroupState = z.enum(["trained", "no_spread", "dropped"]);

export const ListGroupsInput = z.object({
  ...PageInput.shape,
  phaseId: idSchema("phase"),
  state: oneOrMany(GroupState),
});
export type ListGroupsInput = z.input<typeof ListGroupsInput>;

/** Groups of a phase, newest iteration first. */
export async function listGroups(ctx: CoreContext, options: ListGroupsInput): Promise<Page<GroupRow>> {
  const { cursor, limit, phaseId, state } = parseInput(ListGroupsInput, options, "list of groups");
  const where = { phaseId, ...(state ? { state: { in: state } } : {}) };
  const [iteration, index] = cursor ? decodeCursor(cursor).map(Number) : [];
  const after =
    iteration === undefined || index === undefined
      ? {}
      : { OR: [{ iteration: { lt: iteration } }, { iteration, index: { gt: index } }] };
  const { prisma } = ctx.db;
  const [total, rows] = await Promise.all([
    prisma.group.count({ where }),
    prisma.group.findMany({
      where: { AND: [where, after] },
      orderBy: [{ iteration: "desc" }, { index: "asc" }],
      take: limit + 1,
    }),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = last && rows.length > limit;
  return { items, total, nextCursor: more ? encodeCursor([last.iteration, String(last.index)]) : null };
}

export const GroupInput = z.object({
  phaseId: idSchema("phase"),
  iteration: z.number().int().nonnegative(),
  index: z.number().int().nonnegative(),
});
export type GroupInput = z.input<typeof GroupInput>;

/** A group with every one of its episodes, retried ones too, in the order of their places. @throws AppError `not_found` */
export async function getGroup(
  ctx: CoreContext,
  options: GroupInput,
): Promise<{ group: GroupRow; episodes: EpisodeView[] }> {
  const { phaseId, iteration, index } = parseInput(GroupInput, options, "group");
  const { prisma } = ctx.db;
  const [group, episodes] = await Promise.all([
    prisma.group.findUnique({ where: { phaseId_iteration_index: { phaseId, iteration, index } } }),
    prisma.episode.findMany({
      where: { phaseId, iteration, group: index },
      orderBy: [{ member: "asc" }, { attempt: "asc" }, { position: "asc" }],
      include: episodeInclude,
    }),
  ]);
  if (group) return { group, episodes: episodes.map(episodeView) };
  throw new AppError("not_found", `There is no group ${index} in iteration ${iteration} of this phase.`, {
    where: phaseId,
    fix: "Choose a group from the list of the phase.",
  });
}
