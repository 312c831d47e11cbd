import { AppError, newId } from "@deskrl/domain";
import { z } from "zod";
import { Command, guestCommand, showCommand } from "./parameters.ts";
import { stepType } from "./step-type.ts";
import { waitForWindow } from "./wait-for-window.ts";

/** Starts a program that stays open; with `window`, waits until a window with that title shows. */
export const launch = stepType({
  parameters: z.object({
    command: Command,
    shell: z.boolean().default(false),
    window: z.string().min(1).optional(),
    /** Seconds to wait for the window. */
    timeout: z.number().positive().max(120).default(30),
  }),
  async run({ command, shell, window, timeout }, { desktop, signal }) {
    const result = await desktop.execute(
      { id: newId("action"), command: guestCommand(command, shell), background: true },
      { signal },
    );
    if (result.outcome !== "ok") {
      throw new AppError("action_failed", `The program could not be started: ${showCommand(command)}`, {
        where: "launch",
        fix: result.stderr.trim().slice(-500) || "check that the program is installed on the desktop",
      });
    }
    if (window)
      await waitForWindow(window, {
        desktop,
        signal,
        timeoutMs: timeout * 1000,
        after: showCommand(command),
      });
  },
});
