import { AppError, newId } from "@deskrl/domain";
import { z } from "zod";
import { Command, guestCommand, showCommand } from "../steps/parameters.ts";
import { getterType } from "./getter-type.ts";

/** What a command prints. Its exit code does not matter, as in OSWorld: `cat` of a file that is not there is a finding. */
export const vmCommandLine = getterType({
  gives: "text",
  parameters: z.looseObject({
    command: Command,
    shell: z.boolean().default(false),
    /** Seconds until it counts as stuck. */
    timeout: z.number().positive().max(120).default(30),
  }),
  async get({ command, shell, timeout }, { desktop, signal }) {
    const what = `output of \`${showCommand(command)}\``;
    const result = await desktop.execute(
      { id: newId("action"), command: guestCommand(command, shell), timeoutMs: timeout * 1000 },
      { signal },
    );
    if (result.exitCode === null || result.truncated) {
      const fault = result.truncated ? "printed more than can be carried" : `did not end within ${timeout} s`;
      throw new AppError("guest_error", `The command ${fault}`, {
        where: what,
        fix: "make the evaluator's command shorter or quicker",
      });
    }
    return { kind: "text", text: result.stdout, what };
  },
});
