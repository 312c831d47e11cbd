import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop } from "@deskrl/desktops";
import { AppError, type Window } from "@deskrl/domain";

/** The windows whose title holds a text (or, by class, whose application does). */
export function matchingWindows(
  windows: readonly Window[],
  match: { title: string; strict?: boolean; byClass?: boolean },
): Window[] {
  const wanted = match.title.toLowerCase();
  return windows.filter((window) => {
    const value = (match.byClass ? window.app : window.title).toLowerCase();
    return match.strict ? value === wanted : value.includes(wanted);
  });
}

/** Resolves once a window shows whose title holds `title`. @throws AppError `action_failed` after `timeoutMs` */
export async function waitForWindow(
  title: string,
  options: { desktop: Desktop; signal: AbortSignal; timeoutMs: number; after: string; now?: () => number },
): Promise<void> {
  const now = options.now ?? Date.now;
  const deadline = now() + options.timeoutMs;
  for (;;) {
    const { windows } = await options.desktop.observe({ accessibility: false, signal: options.signal });
    if (matchingWindows(windows, { title }).length > 0) return;
    if (now() >= deadline) {
      const open = windows.map((window) => `"${window.title}"`).join(", ") || "none";
      throw new AppError("action_failed", `No window "${title}" came within ${options.timeoutMs} ms`, {
        where: options.after,
        fix: `check the command and the title; open windows: ${open}`,
      });
    }
    await sleep(150, undefined, { signal: options.signal });
  }
}
