import { cut } from "../text.ts";
import type { PolicyInput } from "../types.ts";
import { actionSpaceText } from "./action-space-text.ts";
import { observationText } from "./observation-text.ts";

export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** As in the paper's agent: earlier answers are cut here, and this many turns are kept. */
const MAX_EARLIER_RESPONSE_CHARACTERS = 1_500;
const MAX_TURNS = 30;

const RULES = `You operate a Linux desktop to carry out a task. Each turn you see the state of the desktop and answer with
one thought and one action: <think>your reasoning</think>, then one line of Python in a code fence.`;
const NOTES = `Notes:
- Write exactly one line of code a turn, one call with literal arguments:
\`\`\`python
Agent.click(coordinate=[640, 360])
\`\`\`
- Code blocks share no context: no variables, no imports.
- Only the classes above can be used. Those of another application appear once it is in front.
- Call Agent.exit(success=True) at once when the task is done, Agent.exit(success=False) when it cannot be done.`;

/** Chat messages in the sections of the paper; earlier observations are left out, their results stay. */
export function buildPrompt({
  instruction,
  observation,
  history,
  actionSpace,
}: PolicyInput): PromptMessage[] {
  const space =
    actionSpace.coordinateSpace === "native"
      ? `Coordinates are pixels of the ${observation.screen.width}x${observation.screen.height} screen.`
      : "Coordinates are 0 to 1000 on both axes.";
  const system = [RULES, actionSpaceText(actionSpace), `${NOTES}\n- ${space}`, `Task: ${instruction}`];
  const earlier = history.slice(-MAX_TURNS).flatMap((turn, index, turns): PromptMessage[] => [
    { role: "user", content: omitted(turns[index - 1]?.result) },
    { role: "assistant", content: cut(turn.responseText, MAX_EARLIER_RESPONSE_CHARACTERS) },
  ]);
  return [
    { role: "system", content: system.join("\n\n") },
    ...earlier,
    { role: "user", content: observationText(observation) },
  ];
}

function omitted(previousResult: string | undefined): string {
  return `* Environment State (Omitted)\n\n* Previous Action Result:\n${previousResult || "none"}`;
}
