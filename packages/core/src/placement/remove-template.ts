import { type Actor, AppError, DEFAULT_TEMPLATE, TemplateName } from "@deskrl/domain";
import { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";

export const RemoveTemplateInput = z.object({ name: TemplateName });

/**
 * Removes a template; its desktops stop as they come free.
 * @throws AppError `not_found`; `conflict` for the built-in one and for one that a run which goes on needs
 */
export async function removeTemplate(
  ctx: CoreContext,
  { actor, ...options }: z.input<typeof RemoveTemplateInput> & { actor: Actor },
): Promise<void> {
  const { name } = parseInput(RemoveTemplateInput, options, "template to remove");
  const refuse = (message: string, fix: string) => new AppError("conflict", message, { where: name, fix });
  if (name === DEFAULT_TEMPLATE)
    throw refuse("The built-in template stays.", "Set the number of desktops it keeps ready to 0 instead.");
  await commit(ctx, async ({ tx }) => {
    const [user] = await tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM runs WHERE spec->>'template' = ${name} AND state NOT IN ('finished', 'stopped') LIMIT 1`;
    if (user) throw refuse(`The run ${user.name} needs it.`, "Wait until it has ended, or stop it.");
    const { count } = await tx.template.deleteMany({ where: { name } });
    if (count === 0)
      throw new AppError("not_found", `There is no template called ${name}.`, {
        where: "templates",
        fix: "Reload the list; it may have been removed.",
      });
    await recordAudit(ctx, tx, { actor, act: "template.remove", subjectId: name });
  });
}
