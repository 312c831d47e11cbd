import { AppError, newId } from "@deskrl/domain";
import { z } from "zod";
import { stepType } from "./step-type.ts";

/** What every real desktop has, and no simulated one. */
const REAL_ONLY = "/usr/bin/env";

/** Ends set-up on a real desktop, where a task that needs what only simulated ones have would be lost for no fault of the agent. Ours. */
export const onlySimulated = stepType({
  parameters: z.object({}),
  async run(_parameters, { desktop, signal }) {
    const command = ["test", "-e", REAL_ONLY];
    const { exitCode } = await desktop.execute({ id: newId("action"), command }, { signal });
    if (exitCode === 1) return;
    throw new AppError("action_failed", "This task is for simulated desktops only", {
      where: "only_simulated",
      fix: "play it where workers offer simulated desktops (--provider sim), or choose another suite",
    });
  },
});
