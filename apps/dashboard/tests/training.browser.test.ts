import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { type RunningDashboard, startDashboard } from "./support/running-dashboard.ts";

let dashboard: RunningDashboard;

beforeAll(async () => {
  dashboard = await startDashboard({ desktops: 0, provider: "sim" });
});
afterAll(async () => {
  await dashboard?.stop();
});

const trainingOf = (id: string) => dashboard.api.training.byId.query({ id });

/** Points that a panel of the board draws. */
const pointsOf = async (page: Page, panel: string): Promise<number> =>
  Number(await page.locator(`[data-panel="${panel}"]`).getAttribute("data-points"));

/** Fills a number of the settings in the dialog. */
const setting = (page: Page, label: string, value: string) =>
  page.getByRole("dialog").getByLabel(label, { exact: true }).fill(value);

test("a policy is trained from the dialog: curves move, pause and resume are acknowledged, Entropulse follows", async () => {
  const page = await dashboard.openSignedIn("/");
  await page.getByRole("link", { name: "Train a policy" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Tasks and settings").click();
  await dialog.getByLabel("Tasks to train on").fill("7");
  await dialog.getByRole("button", { name: "Start training" }).click();
  await dialog.getByText("Tasks to train on: between 8 and 5,000").waitFor();
  await dialog.getByLabel("Tasks to train on").fill("24");
  await dialog.getByLabel("Held-out tasks a split").fill("8");
  await setting(page, "RL: Updates", "400");
  await setting(page, "RL: Tasks an update", "3");
  await setting(page, "RL: Episodes a group (G)", "4");
  await dialog.getByRole("button", { name: "Start training" }).click();
  await page.waitForURL("**/runs/run_*");
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";

  await page.getByText("simulated desktop, small policy").waitFor();
  await page.locator("[data-phase-kind=rl][data-phase-state=running]").waitFor();
  await eventually(async () => expect(await pointsOf(page, "policy/entropy")).toBeGreaterThan(2));
  const before = await pointsOf(page, "reward/mean");
  await eventually(async () => expect(await pointsOf(page, "reward/mean")).toBeGreaterThan(before));

  const plan = page.getByTestId("plan");
  await plan.getByText("Plan by hand").waitFor();
  await plan.getByRole("button", { name: "Change" }).click();
  await dialog.getByText("Automatic", { exact: true }).click();
  await setting(page, "Updates of each RL phase to come", "3");
  await dialog.getByRole("button", { name: "Change the plan" }).click();
  await plan.getByText("Plan automatic").waitFor();
  await plan.getByText(`set by ${dashboard.admin.name}`).waitFor();
  expect((await trainingOf(id)).spec).toMatchObject({ plan: "automatic", settings: { rl: { updates: 3 } } });
  await page.getByText("to come · 3 updates").waitFor();

  await page.locator("[data-verb=pause]").click();
  await page.locator("[data-phase-kind=rl][data-phase-state=paused]").waitFor();
  await page
    .getByTestId("current-phase")
    .getByText(/pause asked for by .*acknowledged after/)
    .waitFor();
  const paused = (await trainingOf(id)).phases.find((phase) => phase.kind === "rl");
  expect(paused?.acknowledgedAt).not.toBeNull();

  await page.locator("[data-verb=resume]").click();
  await page.locator("[data-phase-kind=rl][data-phase-state=running]").waitFor();
  await eventually(async () => {
    const rl = (await trainingOf(id)).phases.find((phase) => phase.kind === "rl");
    expect(rl?.step).toBeGreaterThan(paused?.step ?? 0);
  });

  // Entropulse learns from successes of the RL phase: there must be some.
  await eventually(async () => {
    const filters = { runId: id, phaseId: paused?.id ?? "", split: "train", verdict: "succeeded" } as const;
    expect((await dashboard.api.episode.list.query(filters)).total).toBeGreaterThan(4);
  });
  await page.locator("[data-verb=entropulse]").click();
  await setting(page, "Trajectories a task (K)", "none");
  await dialog.getByTestId("launch").click();
  await dialog.getByText("A whole number from 1 to 1,000").waitFor();
  await setting(page, "Trajectories a task (K)", "3");
  await dialog.getByRole("switch", { name: "Optimiser state" }).click();
  await dialog.getByText("none of the usual ones").waitFor();
  await dialog.getByTestId("launch").click();
  await page.locator("[data-phase-kind=entropulse]").waitFor();
  const pulse = (await trainingOf(id)).phases.find((phase) => phase.kind === "entropulse");
  expect(pulse).toMatchObject({
    settings: { perTask: 3 },
    start: { weights: "previous", optimiser: "previous", reference: "fresh", data: "fresh" },
  });
  await page.locator("[data-phase-kind=rl][data-phase-state=finished]").waitFor();
  await page.locator("[data-phase-kind=entropulse][data-phase-state=finished]").waitFor();
  await page.getByRole("tab", { name: "Data" }).click();
  await page.getByText("Trajectories a task").waitFor();
  await page.getByRole("tab", { name: "Events" }).click();
  await page.getByText(/launched Entropulse/).waitFor();

  await page.getByRole("tab", { name: "Trajectories", exact: true }).click();
  await page.getByRole("tabpanel").locator("a[href^='/trajectories/ep_']").first().click();
  await page.waitForURL("**/trajectories/ep_*");
  await page.getByText("simulated", { exact: true }).waitFor();
  await page.context().close();
});
