import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCUMENTS } from "./files/documents.ts";
import { PLAIN } from "./files/plain.ts";
import { PRESENTATIONS } from "./files/presentations.ts";
import { SPREADSHEETS } from "./files/spreadsheets.ts";

/** Every input file of `office-basics` by name. The same bytes come out each time. */
export async function makeFiles(): Promise<Map<string, Uint8Array>> {
  const makers = Object.entries({ ...SPREADSHEETS, ...DOCUMENTS, ...PRESENTATIONS, ...PLAIN });
  const files = new Map<string, Uint8Array>();
  for (const [name, make] of makers) files.set(name, await make());
  return files;
}

const script = fileURLToPath(import.meta.url);
if (process.argv[1] === script) {
  const folder = fileURLToPath(new URL("../suites/office-basics/files", import.meta.url));
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of await makeFiles()) await writeFile(join(folder, name), bytes);
}
