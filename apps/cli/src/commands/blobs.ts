import { sweepBlobs } from "@deskrl/core";
import { Command } from "commander";
import { fromServer } from "../client.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { type DataFolder, withCore } from "../system/with-core.ts";
import { wholeNumber } from "./options.ts";

/** `deskrl blobs sweep`: what the control plane's janitor does every hour, by hand. */
export function blobsCommand(): Command {
  const blobs = new Command("blobs").description("pictures and checkpoints in the blob store");
  blobs
    .command("sweep")
    .description("remove blobs that nothing refers to any more")
    .option("--grace <hours>", "keep what was stored within so many hours", wholeNumber(1, 100_000), 24)
    .option("--dry-run", "only say what would go")
    .option("--json", "print the result as one JSON line")
    .option("--data <dir>", "data folder of the system", DEFAULT_DATA_DIR)
    .option("--database <url>", "the PostgreSQL to look in, when it is not the embedded one")
    .action(async (options: DataFolder & { grace: number; dryRun?: boolean; json?: boolean }) => {
      const graceMs = options.grace * 3_600_000;
      const dryRun = options.dryRun === true;
      const sweep = await withCore(options, (ctx) => sweepBlobs(ctx, { graceMs, dryRun })).catch((error) => {
        throw fromServer(error);
      });
      if (options.json) return void process.stdout.write(`${JSON.stringify(sweep)}\n`);
      const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
      process.stdout.write(
        `${sweep.blobs} blobs, ${mib(sweep.bytes)}; ${dryRun ? "would remove" : "removed"} ${sweep.unreferenced}, ${mib(sweep.unreferencedBytes)}\n`,
      );
    });
  return blobs;
}
