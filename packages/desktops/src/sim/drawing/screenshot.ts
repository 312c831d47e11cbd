import { createCanvas } from "@napi-rs/canvas";
import type { Screenshot } from "../../types.ts";
import type { Desk } from "../core/desk.ts";
import { drawDesk } from "./draw-desk.ts";
import { encodePng } from "./encode-png.ts";

export interface ScreenshotOptions {
  format?: "png" | "jpeg";
  /** Pixels; the screen's own when absent. */
  width?: number;
  /** Of a JPEG, 1 to 100. @default 80 */
  quality?: number;
}

/** The screen as a picture; `width` makes it smaller and keeps its proportions. */
export async function takeScreenshot(
  desk: Desk,
  { format = "png", width, quality = 80 }: ScreenshotOptions,
): Promise<Screenshot> {
  const { screen } = desk;
  const full = drawDesk(desk);
  const image =
    width === undefined || width >= screen.width
      ? { width: screen.width, height: screen.height }
      : { width, height: Math.max(1, Math.round((width * screen.height) / screen.width)) };
  const scaled = image.width === screen.width ? full : createCanvas(image.width, image.height);
  if (scaled !== full) {
    const context = scaled.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(full, 0, 0, image.width, image.height);
  }
  const bytes =
    format === "png" ? await encodePng(scaled.data(), image) : await scaled.encode("jpeg", quality);
  return {
    bytes: new Uint8Array(bytes),
    mediaType: format === "png" ? "image/png" : "image/jpeg",
    screen: { ...screen },
    image,
  };
}
