import { AppError } from "@deskrl/domain";
import type { StepPrinter } from "../output/steps.ts";
import type { DataLayout } from "../paths.ts";
import { endLeftovers, isSameProcess, readRunning } from "./running-file.ts";

/**
 * Makes sure that nothing else runs on the folder: a living system is respected, the leftovers of one that was killed
 * are ended.
 * @throws AppError `conflict` when a system runs there
 */
export async function claimDataDir(layout: DataLayout, printer: StepPrinter): Promise<void> {
  const running = readRunning(layout.running);
  if (!running) return;
  if (isSameProcess(running.launcher)) {
    throw new AppError("conflict", `DeskRL already runs on this data folder, at ${running.url}`, {
      where: layout.running,
      fix: `open ${running.url}, or end the process ${running.launcher.pid}, or choose another folder with --data DIR`,
    });
  }
  const ended = await endLeftovers(running);
  if (ended.length > 0)
    printer.warn(`The last run did not end cleanly; ended what it left: ${ended.join(", ")}`);
}
