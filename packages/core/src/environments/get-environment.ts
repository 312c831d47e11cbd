import { AppError } from "@deskrl/domain";
import type { CoreContext } from "../context.ts";
import { type EnvironmentView, environmentInclude, environmentViews } from "./view.ts";

/** The error for an id that names nothing. */
export function environmentNotFound(id: string): AppError {
  return new AppError("not_found", `There is no environment ${id}.`, {
    where: "environments",
    fix: "Go back to the fleet; the desktop may have been removed.",
  });
}

/** One desktop, the same view as in the list. @throws AppError `not_found` */
export async function getEnvironment(ctx: CoreContext, { id }: { id: string }): Promise<EnvironmentView> {
  const row = await ctx.db.prisma.environment.findUnique({ where: { id }, include: environmentInclude });
  const [view] = row ? environmentViews([row], ctx.clock()) : [];
  if (!view) throw environmentNotFound(id);
  return view;
}
