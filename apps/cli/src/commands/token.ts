import { createApiToken } from "@deskrl/core";
import { TokenScope } from "@deskrl/domain";
import { Command, Option } from "commander";
import { fromServer } from "../client.ts";
import { DEFAULT_DATA_DIR } from "../paths.ts";
import { type DataFolder, withCore } from "../system/with-core.ts";

/** The owner of the data folder, in the audit log. */
const OWNER = { id: "local", name: "command line", role: "admin" } as const;

/** `deskrl token create`: a token for a program, such as a trainer that logs its metrics here. */
export function tokenCommand(): Command {
  const token = new Command("token").description("API tokens for programs");
  token
    .command("create")
    .description("make a token and print it; it is shown this once")
    .argument("<name>", "what will use it")
    .addOption(
      new Option("--scope <scope>", "trainer: logs metrics only; worker: joins as a worker; viewer; operator")
        .choices(TokenScope.options)
        .default("trainer"),
    )
    .option("--data <dir>", "data folder of the system", DEFAULT_DATA_DIR)
    .option("--database <url>", "the PostgreSQL to change, when it is not the embedded one")
    .action(async (name: string, { scope, ...folder }: DataFolder & { scope: TokenScope }) => {
      const made = await withCore(folder, (ctx) => createApiToken(ctx, { actor: OWNER, name, scope })).catch(
        (error) => {
          throw fromServer(error);
        },
      );
      process.stdout.write(`${made.token}\n`);
    });
  return token;
}
