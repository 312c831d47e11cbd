import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { type RunningDashboard, startDashboard } from "./support/running-dashboard.ts";

let dashboard: RunningDashboard;

beforeAll(async () => {
  dashboard = await startDashboard({ desktops: 2, provider: "sim" });
});
afterAll(async () => {
  await dashboard?.stop();
});

/** Of the launcher of the file manager in the taskbar, in pixels of the desktop. */
const FILES_LAUNCHER = { x: 297, y: 702 };

/** The live screen as it is drawn in the page, in little. */
function picture(page: Page): Promise<string> {
  return page.locator("[data-testid=screen] canvas").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return "";
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let digest = 0;
    const colours = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4 * 101) {
      const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
      colours.add(colour);
      digest = (Math.imul(digest, 31) + colour) | 0;
    }
    return colours.size > 4 ? String(digest) : "";
  });
}

test("a simulated desktop is a desktop of its provider, seen live, and a click of a person arrives on it", async () => {
  const { id } = await eventually(async () => {
    const { items } = await dashboard.api.environment.list.query({ state: "ready" });
    const [first] = items;
    if (!first) throw new Error("no desktop is ready yet");
    return first;
  });
  expect(await dashboard.api.environment.byId.query({ id })).toMatchObject({ provider: "sim" });
  const { workers } = await dashboard.api.system.status.query();
  expect(workers[0]?.facts).toMatchObject({ provider: "sim", engineProblem: null, trainers: 1 });

  const page = await dashboard.openSignedIn(`/desktops/${id}`);
  await page.locator("[data-view=live]").waitFor();
  await page.getByRole("button", { name: "Take control" }).click();
  await page.getByText("You drive this desktop").waitFor();
  await page.locator("[data-view=live]").waitFor();
  const before = await eventually(async () => {
    const seen = await picture(page);
    expect(seen).not.toBe("");
    return seen;
  });

  const canvas = page.locator("[data-testid=screen] canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the screen is not laid out");
  const scale = box.width / 1280;
  await canvas.click({ position: { x: FILES_LAUNCHER.x * scale, y: FILES_LAUNCHER.y * scale } });
  await eventually(async () => {
    const after = await picture(page);
    expect(after).not.toBe("");
    expect(after).not.toBe(before);
  });
  await page.context().close();
});
