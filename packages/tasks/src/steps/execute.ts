import { AppError, newId } from "@deskrl/domain";
import { z } from "zod";
import { Command, guestCommand, showCommand } from "./parameters.ts";
import { type StepContext, stepType } from "./step-type.ts";

export const ExecuteParameters = z.object({
  command: Command,
  shell: z.boolean().default(false),
  /** Seconds until the command is ended and the step fails. */
  timeout: z.number().positive().max(120).default(30),
  /** Exit codes that mean success; `pkill`, for one, answers 1 when there was nothing to end. */
  exit_codes: z.array(z.number().int()).min(1).default([0]),
});

/** Runs a command to its end and insists on its exit code. Returns what it printed. */
export async function executeChecked(
  parameters: z.output<typeof ExecuteParameters>,
  { desktop, signal }: StepContext,
): Promise<string> {
  const { command, shell, timeout, exit_codes } = parameters;
  const result = await desktop.execute(
    { id: newId("action"), command: guestCommand(command, shell), timeoutMs: timeout * 1000 },
    { signal },
  );
  if (result.exitCode === null) {
    throw new AppError(
      "action_failed",
      `The command did not end within ${timeout} s: ${showCommand(command)}`,
      {
        where: "execute",
        fix: "raise `timeout` of the step, or start a program that stays open with `launch`",
      },
    );
  }
  if (!exit_codes.includes(result.exitCode)) {
    const said = (result.stderr.trim() || result.stdout.trim()).slice(-500);
    throw new AppError(
      "action_failed",
      `The command ended with ${result.exitCode}: ${showCommand(command)}`,
      {
        where: "execute",
        fix: said ? `it said: ${said}` : "run it in a terminal of the desktop to see why",
      },
    );
  }
  return result.stdout;
}

/** Runs a command on the desktop; any other exit code than those allowed fails the step. */
export const execute = stepType({
  parameters: ExecuteParameters,
  async run(parameters, context) {
    await executeChecked(parameters, context);
  },
});
