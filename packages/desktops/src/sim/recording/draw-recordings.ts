import { takeSimScreenshot } from "../drawing/sim-screenshot.ts";
import { playRecordings } from "./play-recordings.ts";

/**
 * The screen that the recordings of an episode, first to last, lead to.
 * @param options.width of a small JPEG, in pixels; a PNG in full size without
 * @throws AppError `invalid_input`, `not_found`, `conflict` as {@link playRecordings}
 */
export async function drawRecordings(
  recordings: readonly string[],
  options: { width?: number | undefined } = {},
): Promise<Uint8Array> {
  return takeSimScreenshot(playRecordings(recordings), options);
}
