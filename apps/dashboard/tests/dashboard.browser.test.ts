import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { type RunningDashboard, signIn, startDashboard } from "./support/running-dashboard.ts";

let dashboard: RunningDashboard;

beforeAll(async () => {
  dashboard = await startDashboard({ desktops: 2 });
});
afterAll(async () => {
  await dashboard?.stop();
});

/** The first desktop that is up and has nothing to do. */
async function idleDesktop(): Promise<string> {
  return eventually(async () => {
    const { items } = await dashboard.api.environment.list.query({ state: "ready" });
    const id = items[0]?.id;
    if (!id) throw new Error("no desktop is ready yet");
    return id;
  });
}

/** How many different colours the live screen shows: a blank or black one shows hardly any. */
function coloursOnScreen(page: Page): Promise<number> {
  return page.locator("[data-testid=screen] canvas").evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0;
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4 * 997) {
      colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
    }
    return colours.size;
  });
}

describe("signing in", () => {
  test("a wrong password says so in place, and the right one leads to the page that was asked for", async () => {
    const page = await dashboard.openPage();
    await page.goto(`${dashboard.system.url}/workers`);
    await page.waitForURL("**/login?next=%2Fworkers");
    await signIn(page, { name: dashboard.admin.name, password: "not it" });
    await page.getByText("The name or the password is wrong.").waitFor();
    await signIn(page, dashboard.admin);
    await page.waitForURL(`${dashboard.system.url}/workers`);
    await page.getByRole("heading", { name: "Workers" }).waitFor();
    await page.context().close();
  });
});

describe("the fleet", () => {
  test("shows a live picture that is followed by newer ones, and leads to the desktop", async () => {
    const id = await idleDesktop();
    const page = await dashboard.openSignedIn("/fleet");
    const picture = page.locator(`[data-environment=${id}] [data-testid=thumbnail]`);
    await picture.waitFor();
    const first = await picture.getAttribute("src");
    await eventually(async () => expect(await picture.getAttribute("src")).not.toBe(first));
    await page.locator(`[data-environment=${id}] a`).click();
    await page.waitForURL(`${dashboard.system.url}/desktops/${id}`);
    await page.context().close();
  });

  test("keeps its filters in the address, and Back brings them back", async () => {
    await idleDesktop();
    const page = await dashboard.openSignedIn("/fleet");
    await page.getByRole("button", { name: /^Ready/ }).click();
    await page.waitForURL("**/fleet?state=ready");
    await page.locator("[data-environment] a").first().click();
    await page.waitForURL("**/desktops/*");
    await page.goBack();
    await page.waitForURL("**/fleet?state=ready");
    const chosen = page.getByRole("button", { name: /^Ready/ });
    await eventually(async () => expect(await chosen.getAttribute("aria-pressed")).toBe("true"));
    await page.context().close();
  });
});

describe("a desktop", () => {
  test("is seen live, driven by a person on request, and given back", async () => {
    const id = await idleDesktop();
    const page = await dashboard.openSignedIn(`/desktops/${id}`);
    await page.locator("[data-view=live]").waitFor();
    await eventually(async () => expect(await coloursOnScreen(page)).toBeGreaterThan(8));
    await page.getByText("view only").waitFor();

    await page.getByRole("button", { name: "Take control" }).click();
    await page.getByText("You drive this desktop").waitFor();
    const driven = await dashboard.api.environment.byId.query({ id });
    expect(driven.controlledBy).toBe(dashboard.admin.name);
    await page.locator("[data-view=live]").waitFor();

    const clipboard = page.getByLabel("Clipboard text");
    await clipboard.fill("Grüße, 世界 ✓");
    await page.getByRole("button", { name: "Send to desktop" }).click();
    await page.getByText("In the desktop's clipboard").waitFor();
    await clipboard.fill("");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await eventually(async () => expect(await clipboard.inputValue()).toBe("Grüße, 世界 ✓"));

    await page.getByRole("button", { name: "Give back" }).first().click();
    await page.getByText("You drive this desktop").waitFor({ state: "detached" });
    await eventually(async () =>
      expect((await dashboard.api.environment.byId.query({ id })).controlledBy).toBeNull(),
    );
    await page.context().close();
  });

  test("that does not exist is refused at once, in words", async () => {
    const page = await dashboard.openSignedIn("/desktops/env_nothing");
    await page.getByText("There is no environment env_nothing.").waitFor();
    await page.context().close();
  });
});

describe("a run", () => {
  test("is started from the dialog, paused, resumed and stopped, each button telling the truth", async () => {
    const page = await dashboard.openSignedIn("/runs?new=evaluate");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Policy").selectOption("random");
    await dialog.getByLabel("Episodes").fill("0");
    await dialog.getByRole("button", { name: "Start run" }).click();
    await dialog.getByText("Episodes must be between 1 and 1,000,000").waitFor();
    await dialog.getByLabel("Episodes").fill("30");
    await dialog.getByLabel("Steps at most").fill("4");
    await dialog.getByLabel("Desktops at a time").fill("1");
    await dialog.getByRole("button", { name: "Start run" }).click();
    await page.waitForURL("**/runs/run_*");
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    const state = async () => (await dashboard.api.run.byId.query({ id })).state;
    const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
    await header.getByText("Running", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Pause" }).click();
    await header.getByText("Paused", { exact: true }).waitFor();
    expect(await state()).toBe("paused");
    expect((await dashboard.api.run.byId.query({ id })).counts.active).toBe(0);

    await page.getByRole("button", { name: "Resume" }).click();
    await header.getByText("Running", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop 1 run" }).click();
    await header.getByText("Stopped", { exact: true }).waitFor();
    expect(await state()).toBe("stopped");
    await page.getByText("asked to stop it").waitFor();
    await page.context().close();
  });
});

describe("a trajectory", () => {
  test("is found, opened and read by keyboard alone", async () => {
    const run = await dashboard.api.run.create.mutate({
      suite: "office-basics",
      policy: "oracle",
      episodes: 1,
    });
    await eventually(async () => {
      expect((await dashboard.api.run.byId.query({ id: run.id })).state).toBe("finished");
    });
    const page = await dashboard.openSignedIn(`/trajectories?run=${run.id}`);
    const row = page.locator("[data-row='0']");
    await row.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/trajectories/ep_*");
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";
    const { total } = await dashboard.api.episode.steps.query({ episodeId: id });
    expect(total).toBeGreaterThan(1);
    const counter = page.getByTestId("step-counter");
    const isAt = (step: number) =>
      eventually(async () => expect(await counter.textContent()).toBe(`step ${step}/${total}`));

    await isAt(1);
    const picture = page.getByTestId("screenshot");
    await eventually(async () =>
      expect(
        await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      ).toBe(1280),
    );
    await page.keyboard.press("ArrowRight");
    await isAt(2);
    await page.keyboard.press("k");
    await isAt(1);
    await page.keyboard.press("End");
    await isAt(total);
    await page.waitForURL(`**/trajectories/${id}?step=${total}`);
    await page.reload();
    await isAt(total);
    await page.keyboard.press("b");
    await page.getByText(`after step ${total}`).waitFor();
    await page.keyboard.press("Home");
    await isAt(1);
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Previous marked step").waitFor();
    await page.context().close();
  });

  test("shows a picture that is still on its way from the worker as soon as it has come", async () => {
    const { items } = await dashboard.api.episode.list.query({ verdict: "succeeded" });
    const page = await dashboard.openSignedIn("/trajectories");
    const refused = new Map<string, number>();
    await page.route("**/api/blobs/**", (route) => {
      const { pathname } = new URL(route.request().url());
      const times = refused.get(pathname) ?? 0;
      refused.set(pathname, times + 1);
      return times < 3 ? route.fulfill({ status: 404, json: {} }) : route.continue();
    });
    await page.goto(`${dashboard.system.url}/trajectories/${items[0]?.id}`);
    await page.getByText("The picture is still on its way from the worker").waitFor();
    await eventually(async () =>
      expect(
        await page
          .getByTestId("screenshot")
          .evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      ).toBe(1280),
    );
    expect(await page.getByText("The picture is still on its way from the worker").count()).toBe(0);
    await page.context().close();
  });

  test("is exported together with every other that passes the filters, and with no more", async () => {
    const page = await dashboard.openSignedIn("/trajectories?verdict=succeeded");
    const { total } = await dashboard.api.episode.list.query({ verdict: "succeeded" });
    expect(total).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: /JSON lines/ }).click();
    const download = await downloading;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString("utf8").trim().split("\n");
    const [header, ...records] = lines.map((line) => JSON.parse(line));
    expect(header).toMatchObject({ schema: "deskrl.trajectories" });
    const episodes = records.filter((record) => record.kind === "episode");
    expect(episodes).toHaveLength(total);
    expect(episodes.every((episode) => episode.verdict === "succeeded")).toBe(true);
    await page.context().close();
  });
});

describe("the push channel", () => {
  test("says offline when the control plane dies, and goes on by itself once it is back", async () => {
    const page = await dashboard.openSignedIn("/runs");
    await page.locator("[data-connection=live]").waitFor();
    const { pid } = dashboard.system.processes.controlPlane;
    if (pid === null) throw new Error("the control plane does not run");
    const offline = page.locator("[data-connection=offline]").waitFor();
    process.kill(pid, "SIGKILL");
    await offline;
    await page.locator("[data-connection=live]").waitFor();
    const run = await dashboard.api.run.create.mutate({
      suite: "office-basics",
      policy: "random",
      // More than there is time for: the run has to be there to be stopped.
      episodes: 100,
    });
    // A list that was read again after the outage shows the run at once; one that was not offers it.
    const offered = page.getByRole("button", { name: /new$/ });
    const row = page.locator(`[data-row='0'][data-key='${run.id}']`);
    await offered.or(row).first().waitFor();
    if ((await row.count()) === 0) await offered.click();
    await row.waitFor();
    await dashboard.api.run.stop.mutate({ id: run.id });
    await page.context().close();
  });
});
