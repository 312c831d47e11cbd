import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchReport, figure, machineFacts, percentile } from "@deskrl/desktops/bench";
import type { Page } from "playwright-core";
import { buildDashboard, dashboardIsBuilt } from "../system/dashboard-build.ts";
import { picturesPerSecond, scroll, tilesShown } from "./fleet/in-page.ts";
import { openBrowser } from "./fleet/open-browser.ts";
import { coresBetween, processTree, type Usage, usageOf } from "./fleet/process-usage.ts";
import { signIn } from "./fleet/sign-in.ts";
import { type SimFleet, startSimFleet } from "./fleet/sim-fleet.ts";

const DESKTOPS = 2_000;
/** Of each agent: about what one takes that asks a large model. */
const PACE_MS = 20_000;
const SCROLL_MS = 20_000;
const SETTLE_MS = 15_000;
const PICTURES_MS = 20_000;

/**
 * The wall of 2,000 simulated desktops at work in a real browser: frames while it is scrolled, and what the server needs
 * while the pictures move. The browser draws without a graphics card.
 */
export async function benchWall(options: {
  desktops?: number;
  /** Folder for pictures of the wall at three zoom levels. */
  pictures?: string | undefined;
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<BenchReport> {
  const { desktops = DESKTOPS, log, signal } = options;
  if (!dashboardIsBuilt()) await buildDashboard(log);
  const machine = machineFacts();
  const browser = await openBrowser(signal);
  const fleet = await startSimFleet({ name: "wall", dashboard: true });
  try {
    log(`${desktops} desktops up after ${(await fleet.grow(desktops, signal)).toFixed(0)} s`);
    await fleet.move({ desktops, paceMs: PACE_MS });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, fleet);
    const wall = (size: string) => page.goto(`${fleet.system.url}/fleet?size=${size}`);
    await wall("small");
    await page.locator("[data-testid=thumbnail]").first().waitFor({ timeout: 120_000 });
    await page.waitForTimeout(SETTLE_MS);
    const usage = () => serverUsage(fleet);
    const [before, workersBefore] = [usage(), usageOf(fleet.workerPids())];
    const frames = await scroll(page, SCROLL_MS);
    const [after, workersAfter] = [usage(), usageOf(fleet.workerPids())];
    const pictures = await picturesPerSecond(page, PICTURES_MS);
    const tiles = await tilesShown(page);
    log(`scrolled at ${percentile(frames, 0.5).toFixed(0)} frames a second`);
    await wall("map");
    await page.getByTestId("heat-map").waitFor();
    await page.waitForTimeout(3_000);
    const map = await scroll(page, 5_000);
    if (options.pictures !== undefined) await takePictures(page, fleet, options.pictures);
    return {
      bench: "wall",
      machine,
      figures: {
        scroll_fps_p50: figure(percentile(frames, 0.5), "frames a second", frames.length),
        scroll_fps_p05: figure(percentile(frames, 0.05), "frames a second", frames.length),
        map_fps_p50: figure(percentile(map, 0.5), "frames a second", map.length),
        server_cores: figure(coresBetween(before.server, after.server), "cores", 1),
        control_plane_cores: figure(coresBetween(before.controlPlane, after.controlPlane), "cores", 1),
        postgres_cores: figure(coresBetween(before.postgres, after.postgres), "cores", 1),
        worker_cores: figure(coresBetween(workersBefore, workersAfter), "cores", 1),
        pictures_per_second: figure(
          pictures,
          "pictures a second",
          Math.round((pictures * PICTURES_MS) / 1_000),
        ),
        tiles_shown: figure(tiles.pictured, "tiles", 1),
        tiles_older_than_3_s: figure(tiles.old, "tiles", tiles.pictured),
        desktops: figure(desktops, "desktops", 1),
      },
    };
  } finally {
    await browser.close();
    await fleet.stop();
  }
}

/** The wall from afar to near, as JPEG. */
async function takePictures(page: Page, { system }: SimFleet, folder: string): Promise<void> {
  for (const [size, content] of Object.entries({ map: "heat-map", small: "thumbnail", large: "thumbnail" })) {
    await page.goto(`${system.url}/fleet?size=${size}`);
    await page.getByTestId(content).first().waitFor({ timeout: 60_000 });
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder, `wall-${size}.jpg`), type: "jpeg", quality: 72 });
  }
}

/** What serves the browser: control plane and pages. The database is apart, and so are the workers. */
function serverUsage({ system }: SimFleet): { server: Usage; controlPlane: Usage; postgres: Usage } {
  const { controlPlane, dashboard } = system.processes;
  const children = new Set([...processTree(controlPlane.pid), ...processTree(dashboard?.pid)]);
  // It stands apart from the processes that started it; its own file names it.
  const file = join(system.layout.postgres, "cluster", "postmaster.pid");
  const postgres = processTree(Number(readFileSync(file, "utf8").split("\n")[0]));
  return {
    server: usageOf([...children]),
    controlPlane: usageOf([controlPlane.pid]),
    postgres: usageOf(postgres),
  };
}
