import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { type RunningDashboard, startDashboard } from "./support/running-dashboard.ts";

let dashboard: RunningDashboard;
let runId: string;

beforeAll(async () => {
  dashboard = await startDashboard({ desktops: 0, provider: "sim" });
  const run = await dashboard.api.training.create.mutate({
    name: "left in a hurry",
    suite: { seed: 1, trainTasks: 24, heldOutTasks: 8 },
    settings: { bc: {}, rl: { updates: 2, tasks: 2, groupSize: 2 }, entropulse: {}, eval: {} },
  });
  runId = run.id;
  await eventually(async () =>
    expect((await dashboard.api.episode.list.query({ runId })).total).toBeGreaterThan(0),
  );
});
afterAll(async () => {
  await dashboard?.stop();
});

/** Holds the answer for the next page back until the address of this one has surely been written. */
async function slowRoutes(page: Page): Promise<void> {
  await page.route(/[?&]_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe("leaving a page whose address is still to be written", () => {
  test("by a link: the next page opens, and Back shows this one as it was left", async () => {
    const page = await dashboard.openSignedIn(`/runs/${runId}?tab=trajectories`);
    const link = page.getByRole("tabpanel").locator("a[href^='/trajectories/ep_']").first();
    await link.waitFor();
    await slowRoutes(page);
    // Two changes at once: the second is written later than the click that follows it.
    await page.evaluate(() => {
      const tab = (name: string) =>
        [...document.querySelectorAll<HTMLElement>("[role=tab]")].find((each) => each.textContent === name);
      tab("Events")?.click();
      tab("Trajectories")?.click();
    });
    await page.getByRole("tab", { name: "Config" }).click();
    await page.getByRole("tab", { name: "Trajectories", exact: true }).click();
    await link.click();
    await page.waitForURL("**/trajectories/ep_*");
    await page.getByTestId("step-counter").waitFor();
    await page.goBack();
    await page.waitForURL(`**/runs/${runId}?tab=trajectories`);
    await link.waitFor();
    await page.context().close();
  });

  test("by a row, while the list is being filtered: the row opens, and Back finds the list filtered", async () => {
    const page = await dashboard.openSignedIn(`/trajectories?run=${runId}`);
    const search = page.getByRole("searchbox", { name: "Search trajectories" });
    await page.locator("[data-row='0']").waitFor();
    await slowRoutes(page);
    // So many letters that the last is surely written late, and the click before anything else is done.
    await search.pressSequentially("episode");
    await search.press("ControlOrMeta+A");
    await search.press("e");
    await search.press("p");
    await page.locator("[data-row='0']").evaluate((row) => row instanceof HTMLElement && row.click());
    await page.waitForURL("**/trajectories/ep_*");
    await page.getByTestId("step-counter").waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get("q") === "ep");
    await eventually(async () => expect(await search.inputValue()).toBe("ep"));
    await page.context().close();
  });

  test("by the act of a dialog that the address holds open: the dialog does not come back", async () => {
    const page = await dashboard.openSignedIn("/runs?new=train");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Tasks and settings").click();
    await dialog.getByLabel("Tasks to train on").fill("24");
    await dialog.getByLabel("Held-out tasks a split").fill("8");
    await slowRoutes(page);
    await dialog.getByRole("button", { name: "Start training" }).click();
    await page.waitForURL("**/runs/run_*");
    const started = pathOf(page).split("/")[2] ?? "";
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/runs" && url.search === "");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await dashboard.api.run.stop.mutate({ id: started });
    await page.context().close();
  });
});
