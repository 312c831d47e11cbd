import { type CallExpression, parseCalls } from "./call.ts";
import { splitAnswer } from "./code-block.ts";
import { CodeSyntaxError } from "./scanner.ts";

/** A policy's answer, understood or not. `message` says what is wrong, where, and what to write. */
export type ParsedResponse = { thought: string; code: string } & (
  | { formatOk: true; calls: CallExpression[] }
  | { formatOk: false; message: string }
);

const MAX_RESPONSE_CHARACTERS = 200_000;

/** Parses an answer. Never throws, never evaluates; several calls are several actions of one turn. */
export function parseResponse(text: string): ParsedResponse {
  let thought = "";
  let code = "";
  try {
    if (text.length > MAX_RESPONSE_CHARACTERS) {
      throw new CodeSyntaxError(
        `The answer has ${text.length} characters; ${MAX_RESPONSE_CHARACTERS} are allowed.`,
        "Answer with one short thought and one line of code.",
      );
    }
    const answer = splitAnswer(text);
    thought = answer.thought;
    code = answer.candidates[0]?.code ?? "";
    const { calls, rest, ...chosen } = firstThatParses(answer.candidates);
    code = chosen.code;
    if (rest.includes("```")) {
      throw new CodeSyntaxError("There is more than one code block.", "Write exactly one code block a turn.");
    }
    return { formatOk: true, thought, code, calls };
  } catch (error) {
    if (!(error instanceof CodeSyntaxError)) throw error;
    return { formatOk: false, thought, code, message: error.describe() };
  }
}

/** A closing fence inside a quoted text leaves a string open, so the next closer is tried; the first fault counts. */
function firstThatParses(candidates: { code: string; rest: string }[]) {
  let fault: unknown = null;
  for (const candidate of candidates) {
    try {
      return { ...candidate, calls: parseCalls(candidate.code) };
    } catch (error) {
      fault ??= error;
    }
  }
  throw fault;
}
