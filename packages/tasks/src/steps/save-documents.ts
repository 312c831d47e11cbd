import { z } from "zod";
import { stepType } from "./step-type.ts";

/** Saves every changed office document that has a file, and syncs the disk. Ours; OSWorld presses ctrl+s blindly. */
export const saveDocuments = stepType({
  parameters: z.object({}),
  async run(_parameters, { desktop, signal }) {
    await desktop.saveDocuments({ signal });
  },
});
