import type { TaskDefinition } from "@deskrl/domain";
import { z } from "zod";
import { stepType } from "./step-type.ts";

const ApiOutage = z.object({
  /** Class of the application's API. */
  tool: z.enum(["CalcTools", "WriterTools"]),
});

/**
 * Puts an application's API out of order for the whole episode: each call of it fails, so that only the window itself
 * is left. Whoever carries out the agent's calls sees to it; nothing is done to the desktop. Ours.
 */
export const apiOutage = stepType({ parameters: ApiOutage, run: async () => {} });

/** The application APIs that a task puts out of order. */
export function outagesOf(task: Pick<TaskDefinition, "config">): string[] {
  return task.config.flatMap(({ type, parameters }) =>
    type === "api_outage" ? [ApiOutage.parse(parameters).tool] : [],
  );
}
