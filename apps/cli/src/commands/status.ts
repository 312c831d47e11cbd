import { Command } from "commander";
import pc from "picocolors";
import { fromServer } from "../client.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { connect, type ServerOptions } from "./connect.ts";

/** `deskrl status`: what runs, and what is missing. */
export function statusCommand(): Command {
  return new Command("status")
    .description("say what runs and what is missing")
    .option("--server <url>", "control plane to ask")
    .option("--token <token>", "API token for it")
    .option("--data <dir>", "data folder of a system on this machine", DEFAULT_DATA_DIR)
    .option("--json", "print JSON")
    .action(async (options: ServerOptions & { json?: boolean }) => {
      const { client, url } = await connect(options);
      const status = await client.system.status.query().catch((error) => {
        throw fromServer(error);
      });
      if (options.json) {
        process.stdout.write(`${JSON.stringify({ url, ...status })}\n`);
        return;
      }
      const lines = [
        `DeskRL ${status.version} at ${url}`,
        `Desktops  ${status.desktops.ready} ready of ${status.desktops.desired}`,
        `Workers   ${status.workers.length}`,
      ];
      if (status.engineProblem) {
        lines.push(
          pc.yellow(`Missing   ${status.engineProblem.message}`),
          `          ${status.engineProblem.fix}`,
        );
      }
      process.stdout.write(`${lines.join("\n")}\n`);
    });
}
