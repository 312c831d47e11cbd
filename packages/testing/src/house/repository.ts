import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** Files of the repository: those git tracks and new ones it does not ignore, as paths relative to the root. */
export function repositoryFiles(pattern: RegExp): string[] {
  const output = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 32 * 1024 * 1024,
  });
  return output.split("\n").filter((path) => pattern.test(path) && existsSync(join(ROOT, path)));
}

export function readRepositoryFile(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The app or package a file belongs to, such as `packages/core`; null outside of them. */
export function unitOf(path: string): string | null {
  return /^((?:apps|packages)\/[^/]+)\//.exec(path)?.[1] ?? null;
}

export interface Import {
  specifier: string;
  typeOnly: boolean;
}

/** Module specifiers a TypeScript file imports, re-exports or loads, with whether the import is of types only. */
export function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
  for (const match of source.matchAll(statement)) {
    found.push({ specifier: match[2] ?? "", typeOnly: Boolean(match[1]) });
  }
  for (const match of source.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)) {
    found.push({ specifier: match[1] ?? "", typeOnly: false });
  }
  return found;
}
