import { dirname } from "node:path/posix";
import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";

const POLL_MS = 100;
const MAX_POLLS = 50;

/** Size and time of a file as one text, or null when there is none. */
async function fingerprint(desktop: Desktop, path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const entries = await desktop.files.list(dirname(path), { signal });
    const entry = entries.find((candidate) => candidate.path === path);
    return entry ? `${entry.kind} ${entry.bytes} ${entry.modifiedMs}` : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Waits until two looks at a file in a row are alike, so that a program that is still writing is not judged halfway.
 * After five seconds the file is taken as it stands: whoever still writes then was told so by the agent.
 * @returns whether the file exists
 */
export async function waitForStableFile(
  desktop: Desktop,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  let last = await fingerprint(desktop, path, signal);
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    await sleep(POLL_MS, undefined, { signal });
    const next = await fingerprint(desktop, path, signal);
    if (next === last) break;
    last = next;
  }
  return last !== null;
}
