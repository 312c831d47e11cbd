import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppRouter } from "@deskrl/api";
import { type RunningDeskrl, startSystem } from "@deskrl/cli/system";
import { createTRPCClient, httpLink } from "@trpc/client";
import { type Browser, chromium, type Page } from "playwright-core";
import superjson from "superjson";
import { env } from "./env.ts";

const CHROMIUM = [env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long anything on a page may take before a test gives up; a loaded machine is slow, not wrong. */
export const PATIENCE_MS = 120_000;

/** The whole system with its dashboard, a browser, and a program's client beside it. */
export interface RunningDashboard {
  system: RunningDeskrl;
  admin: { name: string; password: string };
  api: ReturnType<typeof createProgramClient>;
  /** A page of a browser of its own: nobody is signed in. */
  openPage(): Promise<Page>;
  /** A page on which the first admin is signed in. */
  openSignedIn(path: string): Promise<Page>;
  stop(): Promise<void>;
}

function createProgramClient(url: string, token: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        transformer: superjson,
        headers: { authorization: `Bearer ${token}` },
      }),
    ],
  });
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("No Chromium found; install it or set CHROMIUM_PATH.");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Starts everything on free ports and a data folder of its own. */
export async function startDashboard({
  desktops,
  provider = "docker",
}: {
  desktops: number;
  provider?: "docker" | "sim";
}): Promise<RunningDashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskrl-dashboard-"));
  // Started by root, PostgreSQL runs under an account of its own, which must reach its folder inside.
  await chmod(dataDir, 0o755);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const system = await startSystem({
    dataDir,
    port: 0,
    desktops,
    provider,
    warmDesktops: 1,
    dashboard: true,
    ...(provider ? { provider } : {}),
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const admin = system.firstAdmin;
  if (!admin) throw new Error("A fresh data folder must give a first admin.");
  const browser = await launchBrowser();
  const openPage = async () => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    return context.newPage();
  };
  return {
    system,
    admin,
    api: createProgramClient(system.url, system.operatorToken),
    openPage,
    async openSignedIn(path) {
      const page = await openPage();
      await page.goto(`${system.url}/login?next=${encodeURIComponent(path)}`);
      await signIn(page, admin);
      await page.waitForURL(`${system.url}${path}`);
      return page;
    },
    async stop() {
      await browser.close();
      await system.stop();
      await remove();
    },
  };
}

/** Fills and sends the form of the sign-in page. */
export async function signIn(
  page: Page,
  { name, password }: { name: string; password: string },
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
