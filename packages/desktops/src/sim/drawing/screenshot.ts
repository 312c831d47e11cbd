import type { Size } from "@deskrl/domain";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
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
  const bytes =
    format === "png" && image.width === screen.width
      ? await encodePng(full.data(), image)
      : await encodeCopy(full, { format, image, quality });
  return {
    bytes: new Uint8Array(bytes),
    mediaType: format === "png" ? "image/png" : "image/jpeg",
    screen: { ...screen },
    image,
  };
}

/** On a canvas of its own: it is encoded while others are drawn. */
async function encodeCopy(
  full: Canvas,
  { format, image, quality }: { format: "png" | "jpeg"; image: Size; quality: number },
): Promise<Uint8Array> {
  const copy = createCanvas(image.width, image.height);
  const context = copy.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(full, 0, 0, image.width, image.height);
  return format === "png" ? encodePng(copy.data(), image) : copy.encode("jpeg", quality);
}
