import { type Actor, AppError, idSchema } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { pauseAgent } from "./pause-agent.ts";
import { recycleEnvironment } from "./recycle-environment.ts";

export const EnvironmentAct = z.enum(["recycle", "pause-agent", "resume-agent"]);
export type EnvironmentAct = z.infer<typeof EnvironmentAct>;

export const ActOnEnvironmentsInput = z.object({
  act: EnvironmentAct,
  /** Exactly these: what was counted before the act is what is acted on. */
  ids: z.array(idSchema("environment")).min(1).max(200),
});
export type ActOnEnvironmentsInput = z.input<typeof ActOnEnvironmentsInput>;

/** What became of one of them. */
export type ActResult = { id: string; outcome: "done" } | { id: string; outcome: "refused"; reason: string };

/**
 * Does one thing to several desktops, each in a transaction of its own: one that is refused stops no other.
 * @returns one result for each id, in their order
 */
export async function actOnEnvironments(
  ctx: CoreContext,
  { actor, ...options }: ActOnEnvironmentsInput & { actor: Actor },
): Promise<ActResult[]> {
  const { act, ids } = parseInput(ActOnEnvironmentsInput, options, "act on environments");
  const results: ActResult[] = [];
  for (const id of new Set(ids)) {
    try {
      if (act === "recycle") await recycleEnvironment(ctx, { actor, id });
      else await pauseAgent(ctx, { actor, id, paused: act === "pause-agent" });
      results.push({ id, outcome: "done" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, outcome: "refused", reason: [error.message, error.fix].filter(Boolean).join(" ") });
    }
  }
  return results;
}
