import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { stepType } from "./step-type.ts";

const TRIES = 6;
const PAUSE_MS = 500;

/** Codes with which the office refuses; a desktop that does not answer is not asked again. */
const REFUSALS: ReadonlySet<string> = new Set(["guest_error", "action_failed", "internal"]);

/**
 * Saves every changed office document that has a file, and syncs the disk. Ours; OSWorld presses ctrl+s blindly.
 * The office cannot write a file that it is just writing for the agent's own ctrl+s, so a refusal is tried again.
 */
export const saveDocuments = stepType({
  parameters: z.object({}),
  async run(_parameters, { desktop, signal }) {
    for (let attempt = 1; ; attempt++) {
      try {
        await desktop.saveDocuments({ signal });
        return;
      } catch (error) {
        if (attempt === TRIES || !REFUSALS.has(AppError.from(error).code)) throw error;
        await sleep(PAUSE_MS, undefined, { signal });
      }
    }
  },
});
