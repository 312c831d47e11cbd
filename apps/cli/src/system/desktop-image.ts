import { join } from "node:path";
import { inheritedEnv } from "../env.ts";
import { ROOT } from "../paths.ts";
import { runCommand } from "./run-command.ts";

const SCRIPT = join(ROOT, "infra", "images", "build-desktop.sh");

/** True when the desktop image is there and made of the files in this repository. */
export async function desktopImageIsCurrent(): Promise<boolean> {
  try {
    await runCommand("bash", [SCRIPT, "--check"], { env: inheritedEnv });
    return true;
  } catch {
    return false;
  }
}

/** Builds the desktop image: two to five minutes at the first time. @throws AppError with the end of the build's log */
export async function buildDesktopImage(onLine: (line: string) => void): Promise<void> {
  await runCommand("bash", [SCRIPT], { env: inheritedEnv, onLine });
}
