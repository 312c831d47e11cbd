import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { InvalidEpisodeError } from "../episode/invalid-episode-error.ts";
import { isBlackPng, isPng } from "./black-screenshot.ts";

/** A frame may be black for a moment, between two modes of the screen for instance. */
const TRIES = 3;
const PAUSE_MS = 300;

/**
 * The screen as PNG.
 * @throws InvalidEpisodeError `screenshot_missing` when there is no picture, or only black ones
 */
export async function takeScreenshot(desktop: Desktop, signal: AbortSignal): Promise<Uint8Array> {
  let problem = "";
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE_MS, undefined, { signal });
    try {
      const { bytes } = await desktop.screenshot({ format: "png", signal });
      if (!isPng(bytes)) problem = `the guest sent ${bytes.length} bytes that are no PNG`;
      else if (isBlackPng(bytes)) problem = "the whole picture is black";
      else return bytes;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "guest_error") throw error;
      problem = error.describe();
    }
  }
  throw new InvalidEpisodeError(
    "screenshot_missing",
    `No usable screenshot of ${desktop.environmentId} in ${TRIES} tries: ${problem}. Recycle the desktop.`,
  );
}
