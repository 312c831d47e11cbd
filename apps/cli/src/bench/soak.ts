import { setTimeout as sleep } from "node:timers/promises";
import { type BenchReport, figure, machineFacts } from "@deskrl/desktops/bench";
import type { CDPSession, Page } from "playwright-core";
import { buildDashboard, dashboardIsBuilt } from "../system/dashboard-build.ts";
import { scroll } from "./fleet/in-page.ts";
import { growthFigures } from "./fleet/memory-series.ts";
import { openBrowser } from "./fleet/open-browser.ts";
import { processTree, usageOf } from "./fleet/process-usage.ts";
import { signIn } from "./fleet/sign-in.ts";
import { type SimFleet, startSimFleet } from "./fleet/sim-fleet.ts";

const DESKTOPS = 2_000;
const PACE_MS = 20_000;
const MINUTE_MS = 60_000;
const SCROLL_MS = 15_000;
const LIVE_MS = 8_000;
/** Caches fill and code is compiled before what is held says anything. */
const WARM_UP_MINUTES = 5;
const MIB = 1024 * 1024;

/**
 * A wall of 2,000 simulated desktops at work that stays open in one tab, used in turn like a person would: tiles
 * scrolled, the heat map, a desktop seen live, and back. Once a minute: what browser and server hold.
 */
export async function benchSoak(options: {
  desktops?: number;
  minutes?: number;
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { desktops = DESKTOPS, minutes = 60, log, signal } = options;
  if (!dashboardIsBuilt()) await buildDashboard(log);
  const machine = machineFacts();
  const browser = await openBrowser(signal);
  const fleet = await startSimFleet({ name: "soak", dashboard: true });
  try {
    log(`${desktops} desktops up after ${(await fleet.grow(desktops, signal)).toFixed(0)} s`);
    await fleet.move({ desktops, paceMs: PACE_MS });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, fleet);
    await page.goto(`${fleet.system.url}/fleet?size=small`);
    const debug = await page.context().newCDPSession(page);
    const series: Record<string, number[]> = {};
    const startedAt = performance.now();
    const stepsBefore = await fleet.db.prisma.step.count();
    for (let minute = 1; minute <= WARM_UP_MINUTES + minutes; minute += 1) {
      signal.throwIfAborted();
      await useOnce(page);
      const held = { ...(await browserHolds(debug)), ...serverHolds(fleet) };
      log(`minute ${minute}: ${JSON.stringify(held)}`);
      if (minute > WARM_UP_MINUTES)
        for (const [name, value] of Object.entries(held)) series[name] = [...(series[name] ?? []), value];
      await sleep(Math.max(0, startedAt + minute * MINUTE_MS - performance.now()), undefined, { signal });
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const steps = (await fleet.db.prisma.step.count()) - stepsBefore;
    return {
      bench: "soak",
      machine,
      figures: {
        minutes: figure(minutes, "minutes", minutes),
        desktops: figure(desktops, "desktops", 1),
        steps_per_second: figure(steps / seconds, "a second", steps),
        ...growthFigures(series),
      },
    };
  } finally {
    await browser.close();
    await fleet.stop();
  }
}

/** One turn through the wall, by its own controls, so that whatever a page leaves behind stays in the tab. */
async function useOnce(page: Page): Promise<void> {
  const size = page.getByLabel("Tile size");
  const tiles = page.getByTestId("thumbnail").first();
  await tiles.waitFor({ timeout: 60_000 });
  await scroll(page, SCROLL_MS);
  await page.locator("a[href^='/desktops/']").first().click();
  await page.waitForURL(/\/desktops\//);
  await page.waitForTimeout(LIVE_MS);
  await page.goBack();
  await tiles.waitFor({ timeout: 60_000 });
  await size.fill("0");
  await page.getByTestId("heat-map").waitFor();
  await page.waitForTimeout(3_000);
  await size.fill("1");
}

/** What the tab holds once its garbage is gone. */
async function browserHolds(debug: CDPSession) {
  await debug.send("HeapProfiler.collectGarbage");
  const { usedSize } = await debug.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await debug.send("Memory.getDOMCounters");
  return {
    browser_heap_mib: usedSize / MIB,
    browser_nodes: nodes,
    browser_listeners: jsEventListeners,
  };
}

/** Resident memory of each kind of process. */
function serverHolds({ system, workerPids }: SimFleet) {
  const { controlPlane, dashboard } = system.processes;
  return {
    control_plane_mib: usageOf([controlPlane.pid]).memoryMib,
    dashboard_mib: usageOf(processTree(dashboard?.pid)).memoryMib,
    workers_mib: usageOf(workerPids()).memoryMib,
  };
}
