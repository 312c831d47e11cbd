import type { SimDesktop } from "@deskrl/desktops/sim";
import { csvText } from "./csv-text.ts";
import { SETTINGS_PATH, settingsText } from "./settings.ts";
import type { OfficeTask } from "./types.ts";
import { HOME_FOLDERS } from "./world.ts";

/** Brings a fresh simulated desktop to the start of a task; no bytes are made or read for it. */
export function setUpOnSim(task: OfficeTask, sim: SimDesktop): void {
  const { files, folders, settings } = task.start;
  for (const [path, model] of files) {
    if (model.kind === "table") sim.writeTable(path, model);
    else sim.writeText(path, model.kind === "csv" ? csvText(model.rows) : model.text);
  }
  for (const folder of folders) if (!HOME_FOLDERS.includes(folder)) sim.desk.files.makeFolder(folder);
  sim.writeText(SETTINGS_PATH, settingsText(settings));
  for (const path of task.opens) sim.openPath(path);
}
