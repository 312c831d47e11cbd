import type { Desk } from "../../core/desk.ts";
import { type FileContent, TextContent, textOf } from "../../storage/file-content.ts";
import { HOME } from "../../storage/paths.ts";

/** Where the settings live: a task may upload the file, a check may read it. */
export const SETTINGS_PATH = `${HOME}/.config/settings.json`;

export const TOGGLES = [
  "Wi-Fi",
  "Bluetooth",
  "Airplane Mode",
  "Night Light",
  "Do Not Disturb",
  "Automatic Updates",
  "Location Services",
  "Power Saver",
] as const;
export type Toggle = (typeof TOGGLES)[number];

export type Settings = Readonly<Record<Toggle, boolean> & { Volume: number }>;

const DEFAULTS: Settings = {
  "Wi-Fi": true,
  Bluetooth: false,
  "Airplane Mode": false,
  "Night Light": false,
  "Do Not Disturb": false,
  "Automatic Updates": true,
  "Location Services": false,
  "Power Saver": false,
  Volume: 50,
};
const read = new WeakMap<FileContent, Settings>();

/** The settings as the file says them; what it leaves out or says wrongly has its default. */
export function settingsOf(desk: Desk): Settings {
  const content = desk.files.content(SETTINGS_PATH);
  if (!content) return DEFAULTS;
  let settings = read.get(content);
  if (!settings) {
    settings = parse(textOf(content));
    read.set(content, settings);
  }
  return settings;
}

/** Changes one setting. False when it has that value. */
export function changeSetting(desk: Desk, name: keyof Settings, value: boolean | number): boolean {
  const before = settingsOf(desk);
  if (before[name] === value) return false;
  desk.files.write(
    SETTINGS_PATH,
    new TextContent(`${JSON.stringify({ ...before, [name]: value }, null, 2)}\n`),
  );
  return true;
}

function parse(text: string): Settings {
  const settings: Record<string, boolean | number> = { ...DEFAULTS };
  let given: unknown = null;
  try {
    given = JSON.parse(text);
  } catch {
    return DEFAULTS;
  }
  if (typeof given !== "object" || given === null) return DEFAULTS;
  for (const [name, value] of Object.entries(given)) {
    if (name === "Volume" && typeof value === "number")
      settings[name] = Math.max(0, Math.min(100, Math.round(value)));
    else if (name !== "Volume" && Object.hasOwn(DEFAULTS, name) && typeof value === "boolean")
      settings[name] = value;
  }
  // Only known names with values of the right kind were taken over.
  return settings as Settings;
}
