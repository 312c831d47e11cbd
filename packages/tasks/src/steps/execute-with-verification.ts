import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { ExecuteParameters, executeChecked } from "./execute.ts";
import { showCommand } from "./parameters.ts";
import { type StepContext, stepType } from "./step-type.ts";
import { waitForWindow } from "./wait-for-window.ts";

const Verification = z
  .object({
    /** Part of the title of a window that must be there. */
    window_exists: z.string().min(1).optional(),
    /** A command that must end with 0. */
    command_success: z.string().min(1).optional(),
  })
  .refine((value) => value.window_exists ?? value.command_success, {
    error: "expected window_exists, command_success or both",
  });

async function commandSucceeds(
  command: string,
  context: StepContext,
  { timeoutMs, now = Date.now }: { timeoutMs: number; now?: () => number },
): Promise<void> {
  const deadline = now() + timeoutMs;
  for (;;) {
    try {
      await executeChecked({ command, shell: true, timeout: 10, exit_codes: [0] }, context);
      return;
    } catch (error) {
      const mayYetCome = error instanceof AppError && error.code === "action_failed";
      if (!mayYetCome || now() >= deadline) throw error;
      await sleep(200, undefined, { signal: context.signal });
    }
  }
}

/** Runs a command and then waits until what it should bring about is really there. */
export const executeWithVerification = stepType({
  parameters: ExecuteParameters.extend({
    verification: Verification,
    /** Seconds to wait for what is verified. */
    max_wait_time: z.number().positive().max(60).default(10),
  }),
  async run(parameters, context) {
    await executeChecked(parameters, context);
    const { window_exists, command_success } = parameters.verification;
    const timeoutMs = parameters.max_wait_time * 1000;
    if (window_exists) {
      await waitForWindow(window_exists, { ...context, timeoutMs, after: showCommand(parameters.command) });
    }
    if (command_success) await commandSucceeds(command_success, context, { timeoutMs });
  },
});
