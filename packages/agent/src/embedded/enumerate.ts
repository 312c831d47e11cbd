import { type Decision, encodeDecision } from "@deskrl/learning";
import type { PolicyInput } from "../types.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { CandidateList, type EnumerationContext } from "./builder.ts";
import { addApplications } from "./candidates/applications.ts";
import { addClicks } from "./candidates/clicks.ts";
import { addHotkeys } from "./candidates/keys.ts";
import { addToolCalls } from "./candidates/tools.ts";
import { addTyping } from "./candidates/typing.ts";
import { readHistory } from "./history.ts";
import { type Mention, readInstruction } from "./mentions.ts";
import { observationKey } from "./observation-key.ts";
import { readScreen, type Screen } from "./screen.ts";
import type { Candidate } from "./types.ts";

/** All that a decision may depend on. */
export type DecisionInput = Pick<PolicyInput, "instruction" | "observation" | "history" | "actionSpace">;

/** What an observation offers for an instruction; the same for all episodes that come by here. */
export interface Situation {
  screen: Screen;
  mentions: readonly Mention[];
  candidates: readonly Candidate[];
  /** Their features that do not depend on what was done before, distinct ones listed once. */
  fixed: Pick<Decision, "tokens" | "members" | "offsets">;
}

const MOST_CANDIDATES = 160;
/** Some 25 kB each. */
const situations = new BoundedCache<string, Situation>(6_000);

/** Every action that makes sense now, from what the instruction, the observation and the action space hold. */
export function enumerateCandidates(input: DecisionInput): readonly Candidate[] {
  return situationOf(input, readHistory(input.history).notes).candidates;
}

export function situationOf(input: DecisionInput, notes: readonly string[]): Situation {
  const { observation, actionSpace } = input;
  const { id } = readInstruction(input.instruction);
  const key = `${id} ${actionSpace.tools.length}${actionSpace.coordinateSpace}${notes.join("\n")}\n${observationKey(observation)}`;
  return situations.get(key, () => enumerate(input, notes));
}

function enumerate(input: DecisionInput, notes: readonly string[]): Situation {
  const { observation, actionSpace } = input;
  const instruction = readInstruction(input.instruction);
  const screen = readScreen(observation);
  const noted = notes.map((text, index): Mention => {
    const rank = instruction.mentions.length + index;
    return { text, kind: "noted", rank, ofKind: index, clauseWords: [] };
  });
  const mentions = [...instruction.mentions, ...noted];
  const context: EnumerationContext = {
    instruction,
    mentions,
    screen,
    space: actionSpace,
    size: observation.screen,
  };
  const list = new CandidateList();
  addApplications(context, list);
  addToolCalls(context, list);
  addHotkeys(context, list);
  addTyping(context, list);
  addClicks(context, list);
  const candidates = list.candidates.slice(0, MOST_CANDIDATES);
  const fixed = encodeDecision(
    candidates.map(({ fixedTokens }) => fixedTokens),
    [],
  );
  return { screen, mentions, candidates, fixed };
}
