// `npm test [tier…]`: sets up what the tests need and runs the tiers, cheapest first:
//   static (lint, types) · unit · integration (PostgreSQL) · desktop (containers) · deploy (docker compose) · browser (Chromium)
// What cannot run on this machine is listed at the end with the reason; under CI=true a skip is a failure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bootstrap, ROOT } from "./bootstrap.mjs";

const TIERS = ["static", "unit", "integration", "desktop", "deploy", "browser"];
const OUT = join(ROOT, ".test-output");
const inCi = process.env.CI === "true";

const asked = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const unknown = asked.filter((tier) => !TIERS.includes(tier));
if (unknown.length > 0 || process.argv.includes("--help")) {
  process.stdout.write(`Usage: npm test [-- ${TIERS.join(" | ")}]\n`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const tiers = TIERS.filter((tier) => asked.length === 0 || asked.includes(tier));

const say = (text) => process.stdout.write(`${text}\n`);
const ok = (command, args) =>
  spawnSync(command, args, { cwd: ROOT, stdio: "ignore", timeout: 20_000 }).status === 0;

/** Why a tier cannot run here, or null. What can be made is made. */
function obstacle(tier) {
  if (tier === "desktop" || tier === "deploy" || tier === "browser") {
    if (!ok("docker", ["version", "--format", "{{.Server.Version}}"])) {
      return "no Docker engine answers; npm run setup:docker sets one up on Debian and Ubuntu";
    }
    const image = join(ROOT, "infra", "images", "build-desktop.sh");
    if (!ok("bash", [image, "--check"])) {
      say("Building the desktop image …");
      const built = spawnSync("bash", [image], { cwd: ROOT, stdio: "inherit" });
      if (built.status !== 0) return "the desktop image could not be built (its log is above)";
    }
  }
  if (tier === "deploy") {
    if (!ok("docker", ["compose", "version"]) && !ok("docker-compose", ["version"])) {
      return "there is no docker compose; install its plugin, or apt-get install docker-compose";
    }
    const script = join(ROOT, "infra", "images", "build-server.sh");
    const built = spawnSync("bash", [script], { cwd: ROOT, stdio: "inherit" });
    if (built.status !== 0) return "the server image could not be built (its log is above)";
  }
  if (tier === "browser") {
    const browser = ["/usr/bin/chromium", "/usr/bin/google-chrome", process.env.CHROMIUM_PATH].find(
      (path) => path && existsSync(path),
    );
    if (!browser) return "no Chromium found; apt-get install chromium, or set CHROMIUM_PATH";
    buildDashboard();
  }
  return null;
}

function buildDashboard() {
  const built = spawnSync(process.execPath, ["--import", "tsx", "apps/cli/src/build-dashboard.ts"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(1);
}

function runStatic() {
  const checks = [
    ["lint", ["biome", "check", "--error-on-warnings", "."]],
    ["types", ["tsc", "--noEmit"]],
    ["types of packages/ui", ["tsc", "--noEmit", "-p", "packages/ui"]],
    ["types of apps/dashboard", ["tsc", "--noEmit", "-p", "apps/dashboard"]],
  ];
  let passed = 0;
  for (const [name, args] of checks) {
    const result = spawnSync("npx", args, { cwd: ROOT, stdio: "inherit" });
    if (result.status === 0) passed += 1;
    else say(`✗ ${name}`);
  }
  return { passed, failed: checks.length - passed, skipped: [] };
}

/** Runs one tier with vitest and reads the counts from its JSON report: the screen is for people. */
function runVitest(tier) {
  const report = join(OUT, `${tier}.json`);
  rmSync(report, { force: true });
  const args = [
    "vitest",
    "run",
    "--project",
    tier,
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const result = spawnSync("npx", args, { cwd: ROOT, stdio: "inherit" });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: [] };
  const json = JSON.parse(readFileSync(report, "utf8"));
  const skipped = json.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "pending" || test.status === "skipped" || test.status === "todo")
      .map((test) => test.fullName),
  );
  const brokenFiles = json.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = json.numFailedTests + brokenFiles.length;
  return { passed: json.numPassedTests, failed: failed === 0 && result.status !== 0 ? 1 : failed, skipped };
}

bootstrap();
mkdirSync(OUT, { recursive: true });
const totals = { passed: 0, failed: 0 };
const skips = [];
for (const tier of tiers) {
  const reason = obstacle(tier);
  if (reason) {
    skips.push(`${tier}: ${reason}`);
    continue;
  }
  say(`\n── ${tier} ──`);
  const startedAt = Date.now();
  const { passed, failed, skipped } = tier === "static" ? runStatic() : runVitest(tier);
  totals.passed += passed;
  totals.failed += failed;
  skips.push(...skipped.map((name) => `${tier}: ${name}`));
  say(`${tier}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}
if (skips.length > 0) {
  say(`\nSkipped (${skips.length}):`);
  for (const skip of skips) say(`  ${skip}`);
  if (inCi) totals.failed += skips.length;
}
say("");
say(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
