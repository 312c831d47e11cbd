import { writeFile } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import { Command } from "commander";
import { BENCHES } from "../bench/registry.ts";
import { renderTable } from "../output/table.ts";
import { wholeNumber } from "./options.ts";

/** `deskrl bench NAME`: measures figures of the design's table; compare within one run only, machines differ. */
export function benchCommand(): Command {
  return new Command("bench")
    .description(`measure: ${Object.keys(BENCHES).join(", ")}`)
    .argument("<name>", "which bench")
    .option("--json <file>", "also write the figures to this file")
    .option(
      "--desktops <n>",
      "desktops to start; as many as memory allows, up to 100, when left out",
      wholeNumber(1, 1_000),
    )
    .option("--image <name>", "desktop image", "deskrl/desktop:latest")
    .action(async (name: string, options: { json?: string; desktops?: number; image: string }) => {
      const bench = BENCHES[name];
      if (!bench) {
        throw new AppError("invalid_input", `There is no bench named ${name}`, {
          fix: `choose one of: ${Object.keys(BENCHES).join(", ")}`,
        });
      }
      const controller = new AbortController();
      process.once("SIGINT", () => controller.abort(new AppError("cancelled", "Interrupted")));
      const result = await bench({
        image: options.image,
        ...(options.desktops === undefined ? {} : { desktops: options.desktops }),
        signal: controller.signal,
        log: (line) => process.stderr.write(`  ${line}\n`),
      });
      if (options.json) await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
      const table = renderTable(Object.entries(result.figures), [
        { header: "Figure", value: ([figure]) => figure },
        { header: "Value", value: ([, { value }]) => value.toFixed(value < 10 ? 2 : 1), align: "right" },
        { header: "Unit", value: ([, { unit }]) => unit },
        { header: "n", value: ([, { n }]) => String(n), align: "right" },
      ]);
      process.stdout.write(`${table}\n`);
    });
}
