import { z } from "zod";
import { Size } from "./geometry.ts";

/** The template that is always there, and that a run takes when it names none. */
export const DEFAULT_TEMPLATE = "office";

/** How long a free desktop beyond those kept ready stays, unless told otherwise. */
export const DEFAULT_IDLE_STOP_SECONDS = 300;

export const TemplateName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "use small letters, digits and dashes, 40 at most");

/** What desktops of a template are made from; what is left out has its default. */
export const TemplateSettings = z.object({
  /** Image of real desktops; the one the repository builds when left out. */
  image: z.string().min(1).max(300).optional(),
  screen: Size.optional(),
  memoryMib: z.number().int().min(256).max(1_048_576).optional(),
  cpuCores: z.number().positive().max(1_024).optional(),
});
export type TemplateSettings = z.infer<typeof TemplateSettings>;

/** How many desktops of a template are kept, in the whole fleet. */
export const TemplatePool = z.object({
  /** Clean ones kept ready beyond those at work. Null: all that the workers offer. */
  warm: z.number().int().min(0).max(100_000).nullable(),
  /** A free one beyond those kept ready, or beyond those that episodes wait for, is stopped after so long. */
  idleStopSeconds: z.number().int().min(0).max(86_400),
});
export type TemplatePool = z.infer<typeof TemplatePool>;

/** A kind of desktop that runs can ask for, with the size of its warm pool. */
export const DesktopTemplate = TemplatePool.extend({ name: TemplateName, settings: TemplateSettings });
export type DesktopTemplate = z.infer<typeof DesktopTemplate>;
