import type { SimDesktop } from "../core/sim-desktop.ts";
import { takeScreenshot } from "./screenshot.ts";

/** The screen of a simulated desktop as PNG, as it is at the call: what is done to it meanwhile does not show. */
export async function takeSimScreenshot(sim: SimDesktop): Promise<Uint8Array> {
  return (await takeScreenshot(sim.desk, { format: "png" })).bytes;
}
