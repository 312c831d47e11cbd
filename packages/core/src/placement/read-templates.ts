import { type Database, parseColumn } from "@deskrl/db";
import {
  DEFAULT_IDLE_STOP_SECONDS,
  DEFAULT_TEMPLATE,
  DesktopTemplate,
  EnvironmentTemplate,
  type ProviderName,
} from "@deskrl/domain";

/** The image that the repository builds. */
export const DEFAULT_IMAGE = "deskrl/desktop:latest";

/** The one that is always there: as long as nobody changed it, workers keep all that they offer. */
export const BUILT_IN: DesktopTemplate = {
  name: DEFAULT_TEMPLATE,
  settings: {},
  warm: null,
  idleStopSeconds: DEFAULT_IDLE_STOP_SECONDS,
};

type Reader = Pick<Database["prisma"], "template">;

/** Every template, the built-in one first. */
export async function readTemplates(db: Reader): Promise<DesktopTemplate[]> {
  const rows = await db.template.findMany({ orderBy: { name: "asc" } });
  const found = rows.map((row) => parseColumn(DesktopTemplate, row, `templates ${row.name}`));
  const known = found.find(({ name }) => name === DEFAULT_TEMPLATE) ?? BUILT_IN;
  return [known, ...found.filter(({ name }) => name !== DEFAULT_TEMPLATE)];
}

/** What a desktop of a template is built from where it is to stand. Nothing is built from the image of a simulated one. */
export function specOf(template: DesktopTemplate, provider: ProviderName): EnvironmentTemplate {
  const { name, settings } = template;
  const image = provider === "sim" ? "simulated" : (settings.image ?? DEFAULT_IMAGE);
  return EnvironmentTemplate.parse({ ...settings, name, provider, image });
}
