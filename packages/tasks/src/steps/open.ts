import { z } from "zod";
import { GuestPath } from "./parameters.ts";
import { stepType } from "./step-type.ts";

/** Opens a file with its application and goes on once the window shows. */
export const open = stepType({
  parameters: z.object({
    path: GuestPath,
    /** Seconds to wait for the window. */
    timeout: z.number().positive().max(120).default(60),
  }),
  async run({ path, timeout }, { desktop, signal }) {
    await desktop.open({ path }, { timeoutMs: timeout * 1000, signal });
  },
});
