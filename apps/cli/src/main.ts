import { AppError } from "@deskrl/domain";
import { Command, CommanderError } from "commander";
import pc from "picocolors";
import { benchCommand } from "./commands/bench.ts";
import { blobsCommand } from "./commands/blobs.ts";
import { runCommandLine } from "./commands/run.ts";
import { startCommand } from "./commands/start.ts";
import { statusCommand } from "./commands/status.ts";
import { tokenCommand } from "./commands/token.ts";
import { userCommand } from "./commands/user.ts";
import { verifyCommand } from "./commands/verify.ts";
import { workerCommand } from "./commands/worker.ts";

/** Exit codes of the command line, as `--help` lists them. */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2 } as const;

function program(): Command {
  return (
    new Command("deskrl")
      .description("Control plane and dashboard for online reinforcement learning of computer-use agents")
      .showHelpAfterError("(add --help for the options)")
      // An option after a nested command is that command's, also where both have one of that name.
      .enablePositionalOptions()
      .addCommand(startCommand())
      .addCommand(runCommandLine())
      .addCommand(statusCommand())
      .addCommand(workerCommand())
      .addCommand(userCommand())
      .addCommand(tokenCommand())
      .addCommand(blobsCommand())
      .addCommand(benchCommand())
      .addCommand(verifyCommand())
      .addHelpText("after", "\nExit codes: 0 done, 1 failed (the message says why), 2 wrong usage.")
      .exitOverride()
  );
}

/** Runs the command line and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const root = program();
    for (const command of root.commands) {
      command.exitOverride();
      for (const nested of command.commands) nested.exitOverride();
    }
    await root.parseAsync([...argv], { from: "user" });
    process.exit(EXIT_CODES.ok);
  } catch (error) {
    if (error instanceof CommanderError)
      process.exit(error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage);
    const known = AppError.from(error);
    process.stderr.write(`\n${pc.red("deskrl:")} ${known.message}\n`);
    if (known.where) process.stderr.write(`  where       ${known.where}\n`);
    if (known.fix) process.stderr.write(`  what to do  ${known.fix}\n`);
    if (known.code === "internal" && known.cause instanceof Error)
      process.stderr.write(`${known.cause.stack}\n`);
    process.exit(EXIT_CODES.failed);
  }
}
