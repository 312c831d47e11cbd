import type { Desktop } from "@deskrl/desktops";
import type { Observation } from "@deskrl/domain";
import { cut } from "../text.ts";
import { takeScreenshot } from "./take-screenshot.ts";

/** Accessibility rows of one observation. */
export const MAX_ACCESSIBILITY_ROWS = 300;
/** Characters of the application's account of its document. */
export const MAX_APP_INFO_CHARACTERS = 5_000;

/** Keeps a picture and answers with the name (its hash) that a step refers to it by. */
export interface PictureStore {
  put(bytes: Uint8Array, mediaType: "image/png"): Promise<string>;
}

export interface Observed {
  observation: Observation;
  screenshot: Uint8Array;
  /** Milliseconds spent on keeping the picture. */
  storeMs: number;
}

/**
 * What the policy sees: the picture and the text of one moment, asked for together.
 * @throws InvalidEpisodeError `screenshot_missing`; AppError when the guest does not answer
 */
export async function observe(options: {
  desktop: Desktop;
  pictures: PictureStore;
  previousResult: string;
  signal: AbortSignal;
}): Promise<Observed> {
  const { desktop, pictures, previousResult, signal } = options;
  const [screenshot, guest] = await Promise.all([
    takeScreenshot(desktop, signal),
    desktop.observe({ accessibility: true, signal }),
  ]);
  const storeStart = performance.now();
  const hash = await pictures.put(screenshot, "image/png");
  const storeMs = performance.now() - storeStart;
  const observation: Observation = {
    screenshot: hash,
    screen: guest.screen,
    windows: guest.windows,
    foregroundApp: guest.foregroundApp,
    appInfo: cut(guest.appInfo, MAX_APP_INFO_CHARACTERS),
    accessibility: guest.accessibility.slice(0, MAX_ACCESSIBILITY_ROWS),
    accessibilityTruncated:
      guest.accessibilityTruncated || guest.accessibility.length > MAX_ACCESSIBILITY_ROWS,
    previousResult,
  };
  return { observation, screenshot, storeMs };
}
