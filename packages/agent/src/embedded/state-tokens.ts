import { BoundedCache } from "./bounded-cache.ts";
import { type DecisionInput, type Situation, situationOf } from "./enumerate.ts";
import { type Progress, readHistory } from "./history.ts";
import { type Instruction, readInstruction } from "./mentions.ts";
import type { Screen } from "./screen.ts";
import { token, withNumber } from "./tokens.ts";

const BIAS = token("bias");
const STEPS = token("steps");
const DONE = token("done");
const RECENT = [token("last"), token("last but one"), token("last but two")] as const;
const LEFT = token("left");
const USED = token("used count");
const ERRORS = token("errors");
const LAST_FAILED = token("last failed");
const SAVED = token("saved");
const SINCE_SAVE = token("since save");
const MOST_DONE = 12;

const wordTokens = new BoundedCache<string, readonly number[]>(10_000);
const screenTokens = new WeakMap<Screen, readonly number[]>();

/** Feature tokens of instruction, observation and history, which every candidate is seen with. */
export function stateTokens(input: DecisionInput): number[] {
  const progress = readHistory(input.history);
  return stateTokensOf(input, situationOf(input, progress.notes), progress);
}

export function stateTokensOf(input: DecisionInput, situation: Situation, progress: Progress): number[] {
  const instruction = readInstruction(input.instruction);
  const tokens = [BIAS, ...wordTokensOf(instruction), ...screenTokensOf(situation.screen)];
  addProgress(tokens, progress);
  addMentions(tokens, situation, progress);
  return tokens;
}

function wordTokensOf(instruction: Instruction): readonly number[] {
  return wordTokens.get(instruction.text, () => [
    ...instruction.words.map((word) => token(`w ${word}`)),
    token(`mentions ${instruction.mentions.length}`),
  ]);
}

function screenTokensOf(screen: Screen): readonly number[] {
  let tokens = screenTokens.get(screen);
  if (!tokens) {
    const apps = [...new Set(screen.windows.map(({ app }) => app))];
    tokens = [
      `app ${screen.app}`,
      ...apps.map((app) => `open ${app}`),
      `windows ${Math.min(3, screen.windows.length)}`,
      ...(screen.dialog === null ? [] : [`dialog ${screen.dialog}`, "dialog"]),
    ].map(token);
    screenTokens.set(screen, tokens);
  }
  return tokens;
}

function addProgress(tokens: number[], progress: Progress): void {
  tokens.push(withNumber(STEPS, stepBucket(progress.steps)));
  let listed = 0;
  for (const [kind, times] of progress.done) {
    if (listed++ >= MOST_DONE) break;
    tokens.push(withNumber(DONE ^ kind, Math.min(2, times)));
  }
  progress.recent.forEach(({ kindToken, ok }, index) => {
    const place = RECENT[index];
    if (place !== undefined) tokens.push(withNumber(place ^ kindToken, ok ? 1 : 0));
  });
  if (progress.recent[0]?.ok === false) tokens.push(LAST_FAILED);
  if (progress.errors > 0) tokens.push(withNumber(ERRORS, Math.min(3, progress.errors)));
  for (const tool of progress.troubled) tokens.push(token(`trouble ${tool}`));
  if (progress.saved) tokens.push(SAVED, withNumber(SINCE_SAVE, Math.min(3, progress.stepsSinceSave)));
}

function stepBucket(steps: number): number {
  return steps < 4 ? steps : steps < 8 ? 4 : steps < 12 ? 5 : 6;
}

/** Which named arguments are used and which are left, and the words around the first that is left. */
function addMentions(tokens: number[], { mentions, screen }: Situation, progress: Progress): void {
  const left = mentions.filter(({ text }) => !progress.used.has(text));
  tokens.push(
    withNumber(LEFT, Math.min(4, left.length)),
    withNumber(USED, Math.min(4, mentions.length - left.length)),
  );
  const [next] = left;
  if (next) {
    tokens.push(token(`next ${next.kind}`));
    for (const word of next.clauseWords) tokens.push(token(`nw ${word}`));
  }
  const title = screen.windows.find(({ focused }) => focused)?.title ?? "";
  const front = mentions.findIndex(({ kind, text }) => kind === "file" && title.includes(text));
  if (front >= 0) tokens.push(token(`front ${Math.min(3, front)}`));
}
