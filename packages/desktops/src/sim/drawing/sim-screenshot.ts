import type { SimDesktop } from "../core/sim-desktop.ts";
import { takeScreenshot } from "./screenshot.ts";

/**
 * The screen of a simulated desktop, as it is at the call: what is done to it meanwhile does not show.
 * @param options.width of a small JPEG, in pixels; a PNG in full size without
 */
export async function takeSimScreenshot(
  sim: SimDesktop,
  { width }: { width?: number | undefined } = {},
): Promise<Uint8Array> {
  const shot = takeScreenshot(sim.desk, width === undefined ? {} : { format: "jpeg", width, quality: 72 });
  return (await shot).bytes;
}
