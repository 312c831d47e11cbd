import { existsSync } from "node:fs";
import { AppError } from "@deskrl/domain";
import { type Browser, chromium } from "playwright-core";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Playwright would end the whole process at a signal, and what a bench has started would be left behind. */
const OUR_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

/**
 * Starts this machine's Chromium, without a graphics card. It closes when `signal` fires, so that whatever waits for a page
 * ends at once.
 * @throws AppError when there is none
 */
export async function openBrowser(signal?: AbortSignal): Promise<Browser> {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath) {
    const browser = await chromium.launch({ executablePath, args: FLAGS, ...OUR_SIGNALS });
    signal?.addEventListener("abort", () => void browser.close());
    return browser;
  }
  throw new AppError("invalid_input", "No Chromium was found on this machine.", {
    where: "bench wall",
    fix: "Install chromium.",
  });
}
