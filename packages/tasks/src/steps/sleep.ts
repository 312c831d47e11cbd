import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { stepType } from "./step-type.ts";

/** Waits; at most 30 s, since a step that needs longer should verify instead. */
export const sleep = stepType({
  parameters: z.object({ seconds: z.number().nonnegative().max(30) }),
  async run({ seconds }, { signal }) {
    await setTimeout(seconds * 1000, undefined, { signal });
  },
});
