import { type Actor, DesktopTemplate } from "@deskrl/domain";
import type { z } from "zod";
import { recordAudit } from "../access/record-audit.ts";
import { commit } from "../commit.ts";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { BUILT_IN, readTemplates } from "./read-templates.ts";

/** What is left out stays as it is, or has its default in a new one. */
export const SaveTemplateInput = DesktopTemplate.partial().required({ name: true });
export type SaveTemplateInput = z.input<typeof SaveTemplateInput>;

/** What a new one is until it is told otherwise: nothing is kept ready, and desktops are made as episodes ask for them. */
const NEW = { ...BUILT_IN, warm: 0 };

/**
 * Makes a template, or changes one: what desktops are made from, how many clean ones are kept ready, and when idle ones
 * stop. The fleet follows within seconds; desktops of other settings are replaced as they come free.
 */
export async function saveTemplate(
  ctx: CoreContext,
  { actor, ...options }: SaveTemplateInput & { actor: Actor },
): Promise<DesktopTemplate> {
  const asked = parseInput(SaveTemplateInput, options, "template of desktops");
  return commit(ctx, async ({ tx, now }) => {
    const before = (await readTemplates(tx)).find(({ name }) => name === asked.name);
    const { name, ...after } = DesktopTemplate.parse({ ...(before ?? NEW), ...asked });
    await tx.template.upsert({
      where: { name },
      create: { name, ...after, createdAt: now, updatedAt: now },
      update: { ...after, updatedAt: now },
    });
    const { settings, warm, idleStopSeconds } = after;
    const details = {
      warm: warm ?? "all",
      idleStopSeconds,
      ...(settings.image ? { image: settings.image } : {}),
    };
    await recordAudit(ctx, tx, { actor, act: "template.save", subjectId: name, details });
    return { name, ...after };
  });
}
