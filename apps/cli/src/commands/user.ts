import { resetPassword } from "@deskrl/core";
import { Command } from "commander";
import { fromServer } from "../client.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { type DataFolder, withCore } from "../system/with-core.ts";

/** `deskrl user …`: what must work when nobody can sign in any more. */
export function userCommand(): Command {
  const user = new Command("user").description("accounts");
  user
    .command("reset-password")
    .description("give a user a new password and print it")
    .argument("<name>")
    .option("--data <dir>", "data folder of the system", DEFAULT_DATA_DIR)
    .option("--database <url>", "the PostgreSQL to change, when it is not the embedded one")
    .action(async (name: string, folder: DataFolder) => {
      const password = await withCore(folder, (ctx) => resetPassword(ctx, { name })).catch((error) => {
        throw fromServer(error);
      });
      process.stdout.write(`New password of ${name}: ${password}\n`);
    });
  return user;
}
