import { engineProblem } from "@deskrl/desktops/docker";
import { AppError } from "@deskrl/domain";
import { env } from "../env.ts";
import type { StepPrinter } from "../output/steps.ts";
import { buildDesktopImage, desktopImageIsCurrent } from "./desktop-image.ts";

/**
 * Builds the desktop image when it is missing or outdated. Without an engine, or when the build fails, it says what to
 * do and returns: the rest of the system is worth starting all the same.
 */
export async function ensureDesktopImage(printer: StepPrinter): Promise<void> {
  if (await engineProblem({ dockerHost: env.DOCKER_HOST })) {
    printer.warn("No Docker engine answers, so there will be no real desktops.");
    printer.note("  On Debian or Ubuntu:  npm run setup:docker      then start again");
    printer.note("  Simulated ones need no engine:  --provider sim");
    return;
  }
  if (await desktopImageIsCurrent()) return;
  try {
    await printer.step("Building the desktop image (first start only, a few minutes)", buildDesktopImage);
  } catch (error) {
    const known = AppError.from(error);
    printer.warn(`The desktop image could not be built: ${known.message}`);
    if (known.fix) printer.note(known.fix);
  }
}
