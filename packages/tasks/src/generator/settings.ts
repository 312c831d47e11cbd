import type { OfficeSettings } from "./types.ts";
import { HOME } from "./world.ts";

/** Where a simulated desktop keeps its settings. */
export const SETTINGS_PATH = `${HOME}/.config/settings.json`;

/** The settings as their file holds them. */
export function settingsText(settings: OfficeSettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}
