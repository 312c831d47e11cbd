import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { EnvironmentCommand } from "@deskrl/protocol";
import type { Command, CommandResultSchema } from "@deskrl/protocol/worker-gateway";

const TIMEOUT_MS = 10_000;

/** Carries out a one-off request to a desktop. Never throws: an error is the answer. */
export async function runCommand(
  { commandId, environmentId, commandJson }: Pick<Command, "commandId" | "environmentId" | "commandJson">,
  desktopOf: (environmentId: string) => Desktop,
): Promise<MessageInitShape<typeof CommandResultSchema>> {
  try {
    const command = EnvironmentCommand.parse(JSON.parse(commandJson));
    const result = await carryOut(command, desktopOf(environmentId));
    return { commandId, resultJson: JSON.stringify(result) };
  } catch (error) {
    return { commandId, errorJson: JSON.stringify(AppError.from(error)) };
  }
}

async function carryOut(command: EnvironmentCommand, { clipboard }: Desktop): Promise<{ text?: string }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  switch (command.kind) {
    case "clipboard.read":
      return { text: await clipboard.read({ signal }) };
    case "clipboard.write":
      await clipboard.write(command.text, { signal });
      return {};
  }
}
