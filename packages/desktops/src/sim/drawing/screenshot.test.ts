import { expect, test } from "vitest";
import { createSimDesktop } from "../core/sim-desktop.ts";
import { takeScreenshot } from "./screenshot.ts";

const SIZES = [
  { format: "png" },
  { format: "jpeg" },
  { format: "jpeg", width: 320 },
  { format: "png", width: 640 },
] as const;

test("pictures of several desktops, asked for at the same time, are each of their own desktop", async () => {
  const desktops = ["calc", "writer", "files"].map((app, index) => {
    const sim = createSimDesktop({ seed: index + 1 });
    sim.openApp(app);
    return sim.desk;
  });
  const wanted = desktops.flatMap((desk) => SIZES.map((options) => ({ desk, options })));
  const alone: string[] = [];
  for (const { desk, options } of wanted)
    alone.push(Buffer.from((await takeScreenshot(desk, options)).bytes).toString("base64"));
  const together = await Promise.all(wanted.map(({ desk, options }) => takeScreenshot(desk, options)));
  expect(together.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual(alone);
  expect(new Set(alone).size).toBe(wanted.length);
});
