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

/** Starts this machine's Chromium, without a graphics card. @throws AppError when there is none */
export function openBrowser(): Promise<Browser> {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath) return chromium.launch({ executablePath, args: FLAGS });
  throw new AppError("invalid_input", "No Chromium was found on this machine.", {
    where: "bench wall",
    fix: "Install chromium.",
  });
}
