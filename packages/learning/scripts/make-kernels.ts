import { readFile, writeFile } from "node:fs/promises";
import { compileKernels } from "./compile-kernels.ts";

/** Writes `src/kernel/module.ts` anew from `assembly/kernels.ts`. */
const source = await readFile(new URL("../assembly/kernels.ts", import.meta.url), "utf8");
const base64 = Buffer.from(await compileKernels(source)).toString("base64");
const lines = base64.match(/.{1,100}/g) ?? [];
await writeFile(
  new URL("../src/kernel/module.ts", import.meta.url),
  `// Made of assembly/kernels.ts by \`npm run make-kernels\`.

/** The kernels as a WebAssembly module, base64. */
export const KERNELS = [
${lines.map((line) => `  "${line}",\n`).join("")}].join("");
`,
);
