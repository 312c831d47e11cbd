import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import { createSimDesktop } from "../core/sim-desktop.ts";
import { drawDesk } from "./draw-desk.ts";
import { encodePng } from "./encode-png.ts";

it("makes a PNG that decodes to the very pixels that were drawn", async () => {
  const screen = { width: 640, height: 360 };
  const sim = createSimDesktop({ seed: 1, screen });
  sim.openApp("calc");
  const drawn = drawDesk(sim.desk).data();
  const image = await loadImage(await encodePng(drawn, screen));
  expect([image.width, image.height]).toEqual([640, 360]);
  const context = createCanvas(640, 360).getContext("2d");
  context.drawImage(image, 0, 0);
  const decoded = context.getImageData(0, 0, 640, 360).data;
  expect(Buffer.compare(Buffer.from(decoded), Buffer.from(drawn))).toBe(0);
});
