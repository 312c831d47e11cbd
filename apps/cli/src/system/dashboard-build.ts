import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inheritedEnv } from "../env.ts";
import { ROOT } from "../paths.ts";
import { runCommand } from "./run-command.ts";

const DASHBOARD = join(ROOT, "apps", "dashboard");
const STAMP = join(DASHBOARD, ".next", "deskrl-sources");
/** What the dashboard is built from. Types of the API count too: they are erased, but a changed one may break it. */
const SOURCES = [
  "apps/dashboard/src",
  "apps/dashboard/public",
  "apps/dashboard/next.config.ts",
  "apps/dashboard/package.json",
  "packages/ui/src",
  "packages/domain/src",
  "packages/protocol/src",
  "package-lock.json",
];

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesUnder(join(ROOT, source)))) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** True when the built dashboard is that of the sources at hand. */
export function dashboardIsBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourcesHash();
}

/** Builds the dashboard. @throws AppError with the end of the build's log */
export async function buildDashboard(onLine: (line: string) => void): Promise<void> {
  const hash = sourcesHash();
  await runCommand(process.execPath, [nextBin(), "build"], {
    cwd: DASHBOARD,
    env: { ...inheritedEnv, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    onLine,
  });
  writeFileSync(STAMP, hash);
}

/** Next's own executable, started without a shell between, so that signals reach it. */
export function nextBin(): string {
  return join(ROOT, "node_modules", "next", "dist", "bin", "next");
}
