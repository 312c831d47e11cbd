import { writeFile } from "node:fs/promises";
import { AppError } from "@deskrl/domain";
import { Command } from "commander";
import { BENCHES } from "../bench/registry.ts";
import { renderTable } from "../output/table.ts";
import { untilInterrupted } from "../system/interrupt.ts";
import { wholeNumber } from "./options.ts";

interface BenchFlags {
  json?: string;
  desktops?: number;
  image: string;
  seeds: number;
  firstSeed: number;
  jobs: number;
  rows?: string;
  resume?: boolean;
  minutes: number;
  pictures?: string;
}

const INTERRUPTED = new AppError(
  "cancelled",
  "Interrupted: what the bench had started is stopped and removed.",
);

/** `deskrl bench NAME`: measures figures of the design's table; compare within one run only, machines differ. */
export function benchCommand(): Command {
  return new Command("bench")
    .description(`measure: ${Object.keys(BENCHES).join(", ")}`)
    .argument("<name>", "which bench")
    .option("--json <file>", "also write the figures to this file")
    .option(
      "--desktops <n>",
      "desktops to start; as many as memory allows, up to 100, when left out",
      wholeNumber(1, 10_000),
    )
    .option("--image <name>", "desktop image", "deskrl/desktop:latest")
    .option("--seeds <n>", "seeds of entropulse and api-gui", wholeNumber(1, 1_000), 6)
    .option("--first-seed <n>", "the first of them; the others follow it", wholeNumber(0, 2_000_000_000), 101)
    .option("--jobs <n>", "seeds at a time, each a process of its own", wholeNumber(1, 64), 2)
    .option(
      "--rows <file>",
      "append each finished seed to this file; FILE.seeds.jsonl beside --json when left out",
    )
    .option("--resume", "take seeds that the file of --rows holds already, instead of making them again")
    .option("--pictures <folder>", "also take pictures of the wall at three zoom levels")
    .option("--minutes <n>", "how long the soak goes on", wholeNumber(1, 10_000), 60)
    .action(async (name: string, options: BenchFlags) => {
      const bench = BENCHES[name];
      if (!bench) {
        throw new AppError("invalid_input", `There is no bench named ${name}`, {
          fix: `choose one of: ${Object.keys(BENCHES).join(", ")}`,
        });
      }
      const controller = new AbortController();
      void untilInterrupted().then(() => controller.abort(INTERRUPTED));
      const result = await bench({
        image: options.image,
        seeds: options.seeds,
        firstSeed: options.firstSeed,
        processes: options.jobs,
        rowsFile: options.rows ?? (options.json === undefined ? null : `${options.json}.seeds.jsonl`),
        resume: options.resume ?? false,
        minutes: options.minutes,
        pictures: options.pictures,
        ...(options.desktops === undefined ? {} : { desktops: options.desktops }),
        signal: controller.signal,
        log: (line) => process.stderr.write(`  ${line}\n`),
      }).catch((error: unknown) => {
        // What was cut short fails in its own words: a page that was closed, a process that is gone.
        throw controller.signal.aborted ? INTERRUPTED : error;
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
