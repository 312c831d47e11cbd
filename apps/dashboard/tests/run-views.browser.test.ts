import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { type RunningDashboard, startDashboard } from "./support/running-dashboard.ts";

let dashboard: RunningDashboard;
let runs: [string, string];

const SPEC = {
  suite: { seed: 1, trainTasks: 24, heldOutTasks: 8 },
  settings: { bc: {}, rl: { updates: 6, tasks: 3, groupSize: 2 }, entropulse: {}, eval: {} },
} as const;

beforeAll(async () => {
  dashboard = await startDashboard({ desktops: 0, provider: "sim" });
  const create = async (name: string) => (await dashboard.api.training.create.mutate({ ...SPEC, name })).id;
  // Of one seed and one trainer: they learn the same, point by point.
  runs = [await create("the first"), await create("its twin")];
  for (const id of runs)
    await eventually(async () => {
      const { phases } = await dashboard.api.training.byId.query({ id });
      expect(phases.map(({ state }) => state)).toEqual(["finished", "finished"]);
    });
});
afterAll(async () => {
  await dashboard?.stop();
});

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** What a picture shows: its size, and how many of its points have about one of some colours. */
function looksOf(page: Page, png: Buffer, colours: readonly string[]) {
  return page.evaluate(
    async ({ data, colours }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      const probe = new OffscreenCanvas(1, 1).getContext("2d");
      if (!context || !probe) throw new Error("no canvas");
      context.drawImage(bitmap, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const counts = colours.map((colour) => {
        probe.fillStyle = colour;
        probe.fillRect(0, 0, 1, 1);
        const wanted = probe.getImageData(0, 0, 1, 1).data;
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4)
          if ([0, 1, 2].every((part) => Math.abs((pixels[at + part] ?? 0) - (wanted[part] ?? 0)) < 12))
            count += 1;
        return count;
      });
      return { width: bitmap.width, height: bitmap.height, counts };
    },
    { data: png.toString("base64"), colours },
  );
}

describe("a panel", () => {
  test("comes down as PNG: the curve in its colour, title and axes, in twice the size", async () => {
    const page = await dashboard.openSignedIn(`/runs/${runs[0]}`);
    const panel = page.locator("[data-panel='policy/entropy']");
    await panel.locator("path.recharts-line-curve").first().waitFor();
    const [box, colours] = await Promise.all([
      panel.boundingBox(),
      panel.evaluate((element) => {
        const curve = element.querySelector("path.recharts-line-curve");
        return [curve ? getComputedStyle(curve).stroke : "", getComputedStyle(element).color];
      }),
    ]);
    const downloading = page.waitForEvent("download");
    await panel.getByLabel("PNG of Policy entropy").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("the-first_policy-entropy.png");
    const png = await bytesOf(download);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    const looks = await looksOf(page, png, colours);
    expect(looks.width).toBeGreaterThan(1.9 * (box?.width ?? 0) - 10);
    expect(looks.height).toBeGreaterThan(2 * 168);
    // The curve, and the words of the title; a plot without either has none of their colour.
    for (const count of looks.counts) expect(count).toBeGreaterThan(200);
    await page.context().close();
  });

  test("comes down as CSV with the points that it draws", async () => {
    const page = await dashboard.openSignedIn(`/runs/${runs[0]}`);
    const panel = page.locator("[data-panel='reward/mean']");
    await panel.locator("path.recharts-line-curve").first().waitFor();
    const downloading = page.waitForEvent("download");
    await panel.getByLabel("CSV of Reward").click();
    const text = (await bytesOf(await downloading)).toString("utf8");
    const rows = text.trim().split("\n");
    expect(rows[0]).toContain("# x: ");
    expect(text).toContain("the first main seed 1:reward/mean");
    const points = Number(await panel.getAttribute("data-points"));
    expect(points).toBe(6);
    expect(rows.filter((row) => /^\d/.test(row))).toHaveLength(points);
    await page.context().close();
  });

  test("draws equal curves of compared runs once, by both names", async () => {
    const page = await dashboard.openSignedIn(`/runs/${runs[0]}?with=${runs[1]}`);
    const panel = page.locator("[data-panel='reward/mean']");
    await panel.getByText("2 equal curves").waitFor();
    expect(await panel.getAttribute("data-points")).toBe("6");
    await panel.getByRole("group", { name: /Plot/ }).hover();
    await panel.getByText("the first = its twin").waitFor();
    await page.context().close();
  });
});

describe("the live wall", () => {
  test("plays the newest episodes step by step, with few pictures at a time, and none while it is held", async () => {
    const page = await dashboard.openSignedIn(`/runs/${runs[0]}?tab=live`);
    let open = 0;
    let most = 0;
    let asked = 0;
    const isFrame = (url: string) => /\/api\/blobs\/ep_.*width=/.test(url);
    page.on("request", (request) => {
      if (!isFrame(request.url())) return;
      asked += 1;
      open += 1;
      most = Math.max(most, open);
    });
    const ended = (request: { url(): string }) => {
      if (isFrame(request.url())) open -= 1;
    };
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
    const wall = page.getByTestId("live");
    await wall.getByText("simulated, redrawn from seed and actions").waitFor();
    const tile = wall.locator("a[data-episode]").first();
    const pixels = () =>
      tile.locator("img").evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
    await eventually(async () => expect(await pixels()).toBe(480));
    await eventually(async () =>
      expect(Number(await tile.getAttribute("data-index")), "goes on").toBeGreaterThan(1),
    );
    expect(await wall.locator("a[data-episode]").count()).toBeLessThanOrEqual(6);
    expect(most).toBeLessThanOrEqual(6);

    await wall.getByRole("button", { name: "Hold" }).click();
    await eventually(() => expect(open).toBe(0));
    const held = asked;
    await page.waitForTimeout(2500);
    expect(asked).toBe(held);

    const id = await tile.getAttribute("data-episode");
    await tile.click();
    await page.waitForURL(`**/trajectories/${id}*`);
    await page.context().close();
  });

  test("is asked for a size that no picture has with a sentence on what is possible", async () => {
    const { items } = await dashboard.api.episode.list.query({ runId: runs[0], limit: 1 });
    const page = await dashboard.openSignedIn("/runs");
    const answer = await page.request.get(`${dashboard.system.url}/api/blobs/${items[0]?.id}.0?width=7`);
    expect(answer.status()).toBe(400);
    expect(await answer.text()).toContain("from 80 to 1280");
    await page.context().close();
  });
});
