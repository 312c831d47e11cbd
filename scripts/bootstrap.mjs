// Brings a clone to the point where its TypeScript runs: dependencies and generated code. Plain JavaScript, since
// nothing is installed before it. Cheap when there is nothing to do: it compares two hashes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMPS = join(ROOT, "node_modules", ".deskrl");

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** Sha-256 over the contents of files and folders, by path relative to the root. */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path)))) {
    hash.update(file.slice(ROOT.length)).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** The hash that was noted when the named part was last made, or null. */
export function readStamp(name) {
  const file = join(STAMPS, name);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

export function writeStamp(name, value) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), value);
}

function step(label, command, args, quiet) {
  const startedAt = Date.now();
  if (!quiet) process.stderr.write(`  ${label} …`);
  const result = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  if (result.status !== 0) {
    process.stderr.write(`\n${result.stdout ?? ""}${result.stderr ?? ""}\n`);
    process.stderr.write(`Failed: ${command} ${args.join(" ")} (exit ${result.status ?? result.signal}).\n`);
    process.exit(1);
  }
  if (!quiet) process.stderr.write(` done (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  process.stderr.write(
    `DeskRL needs Node.js 20.19 or newer (20.19+, 22.12+); this is ${process.versions.node}.\nInstall one from https://nodejs.org and run the command again.\n`,
  );
  process.exit(1);
}

/** Installs dependencies and generates code where they are missing or outdated. */
export function bootstrap({ quiet = false } = {}) {
  checkNode();
  const manifests = ["package.json", "package-lock.json"];
  const lock = hashOf(manifests);
  if (readStamp("dependencies") !== lock) {
    step("Installing dependencies", "npm", ["ci", "--no-audit", "--no-fund"], quiet);
    writeStamp("dependencies", lock);
  }
  const sources = [
    "prisma/schema.prisma",
    "packages/protocol/proto",
    "packages/protocol/buf.gen.yaml",
    "package-lock.json",
  ];
  const generated = ["packages/db/src/generated", "packages/protocol/src/generated"];
  const wanted = hashOf(sources);
  if (readStamp("generated") !== wanted || generated.some((folder) => !existsSync(join(ROOT, folder)))) {
    step(
      "Generating the database client and the wire protocol",
      "npm",
      ["run", "--silent", "generate"],
      quiet,
    );
    writeStamp("generated", wanted);
  }
}
