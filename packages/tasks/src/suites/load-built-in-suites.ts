import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SuitePackage } from "../types.ts";
import { loadSuite } from "./load-suite.ts";

/** The suites that come with this package. @throws AppError as {@link loadSuite} does */
export async function loadBuiltInSuites(): Promise<SuitePackage[]> {
  const root = fileURLToPath(new URL("../../suites", import.meta.url));
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => loadSuite(join(root, name))));
}
