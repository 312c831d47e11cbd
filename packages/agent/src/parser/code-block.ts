import { CodeSyntaxError } from "./scanner.ts";

const FORM = "Answer with <think>…</think> and then one line of code between ```python and ```.";
const OPENING_FENCE = /```(?:[A-Za-z]+(?=\s))?/;
/** Fences inside a quoted text are tried no further than this. */
const MAX_CLOSERS = 16;

/** The thought of an answer and what may be its code, the likeliest first. */
export interface SplitAnswer {
  thought: string;
  /** Several only when a quoted text itself holds a fence. */
  candidates: { code: string; rest: string }[];
}

/**
 * Takes an answer apart: `<think>…</think>`, then code in a fence, in `<answer>…</answer>`, in both, or bare.
 * @throws CodeSyntaxError when a part is opened and not closed, or there is no code
 */
export function splitAnswer(text: string): SplitAnswer {
  const { thought, rest } = splitThought(text);
  const body = unwrapAnswer(rest);
  const fence = OPENING_FENCE.exec(body);
  if (fence === null) {
    if (body.trim() === "") throw new CodeSyntaxError("The answer holds no code.", FORM);
    return { thought, candidates: [{ code: body.trim(), rest: "" }] };
  }
  const start = fence.index + fence[0].length;
  const candidates: SplitAnswer["candidates"] = [];
  for (let end = body.indexOf("```", start); end !== -1 && candidates.length < MAX_CLOSERS; ) {
    candidates.push({ code: body.slice(start, end).trim(), rest: body.slice(end + 3) });
    end = body.indexOf("```", end + 3);
  }
  if (candidates.length === 0)
    throw new CodeSyntaxError("The code fence ``` is opened and not closed.", FORM);
  return { thought: thought === "" ? body.slice(0, fence.index).trim() : thought, candidates };
}

/** Some chat templates put the opening tag into the prompt, so only the closing one is in the answer. */
function splitThought(text: string): { thought: string; rest: string } {
  const opened = /^\s*<think>/.exec(text);
  const start = opened?.[0].length ?? 0;
  const end = text.indexOf("</think>", start);
  if (end === -1) {
    if (opened === null) return { thought: "", rest: text };
    throw new CodeSyntaxError("<think> is opened and not closed.", FORM);
  }
  const fenceAt = text.indexOf("```");
  if (opened === null && fenceAt !== -1 && fenceAt < end) return { thought: "", rest: text };
  return { thought: text.slice(start, end).trim(), rest: text.slice(end + "</think>".length) };
}

/** The closing tag may be missing: it is a usual stop string, which servers cut off. */
function unwrapAnswer(text: string): string {
  const inner = /^\s*<answer>(.*?)(?:<\/answer>\s*)?$/su.exec(text)?.[1];
  return inner ?? text;
}
