import type { EnvironmentCommands } from "@deskrl/api";
import { type CoreContext, getEnvironment, recordAudit } from "@deskrl/core";
import { AppError } from "@deskrl/domain";
import { z } from "zod";
import type { EnvironmentCommander } from "./gateway/environment-commander.ts";

const ClipboardResult = z.object({ text: z.string() });

/** What the dashboard may do to a desktop besides looking and driving. */
export function createEnvironmentCommands(options: {
  core: CoreContext;
  commander: EnvironmentCommander;
}): EnvironmentCommands {
  const { core, commander } = options;
  return {
    async readClipboard({ environmentId }) {
      const { workerId } = await getEnvironment(core, { id: environmentId });
      const command = { kind: "clipboard.read" } as const;
      const result = await commander.execute({ workerId, environmentId, command });
      return ClipboardResult.parse(JSON.parse(result));
    },
    async writeClipboard({ actor, environmentId, text }) {
      const { workerId, controlledBy } = await getEnvironment(core, { id: environmentId });
      if (controlledBy !== actor.name)
        throw new AppError("conflict", "Only the person who drives a desktop may change its clipboard.", {
          where: environmentId,
          fix: "Take control first.",
        });
      await core.db.transaction((tx) =>
        recordAudit(core, tx, {
          actor,
          act: "environment.clipboard-write",
          subjectId: environmentId,
          details: { characters: text.length },
        }),
      );
      await commander.execute({ workerId, environmentId, command: { kind: "clipboard.write", text } });
    },
  };
}
