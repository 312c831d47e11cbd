import type { Turn } from "../types.ts";
import { BoundedCache } from "./bounded-cache.ts";
import { token } from "./tokens.ts";

/** What an earlier turn did, as far as its answer tells. */
interface TurnFacts {
  kind: string;
  kindToken: number;
  /** Class of the API it called, or null. */
  tool: string | null;
  argumentTexts: readonly string[];
}

/** What was done so far in the episode. */
export interface Progress {
  steps: number;
  /** Kinds of the actions that were carried out, with how often. */
  done: ReadonlyMap<number, number>;
  /** Lines of code that were carried out, and lines that were answered with an error. */
  carriedOut: ReadonlyMap<string, number>;
  failed: ReadonlySet<string>;
  /** Texts that were arguments of actions carried out. */
  used: ReadonlySet<string>;
  lastUsed: string | null;
  /** Kinds of the last actions, the latest first. */
  recent: readonly { kindToken: number; ok: boolean }[];
  /** API classes that answered with an error. */
  troubled: readonly string[];
  /** Texts noted down with `Agent.quote`. */
  notes: readonly string[];
  errors: number;
  stepsSinceSave: number;
  saved: boolean;
}

const RECENT = 3;
const SAVES = /^(?:hotkey ctrl\+s|click \S+ Save|(?:Calc|Writer)Tools\.save)$/;
const facts = new BoundedCache<string, TurnFacts>(50_000);

/** Reads the history. An action counts as done when it was carried out without an error. */
export function readHistory(history: readonly Turn[]): Progress {
  const done = new Map<number, number>();
  const carriedOut = new Map<string, number>();
  const failed = new Set<string>();
  const used = new Set<string>();
  const troubled: string[] = [];
  const notes: string[] = [];
  const recent: { kindToken: number; ok: boolean }[] = [];
  let lastUsed: string | null = null;
  let errors = 0;
  let stepsSinceSave = 0;
  let saved = false;
  for (let index = 0; index < history.length; index++) {
    const turn = history[index];
    if (!turn) continue;
    const { kind, kindToken, tool, argumentTexts } = factsOf(turn);
    const ok = turn.outcome === "ok";
    if (index >= history.length - RECENT) recent.unshift({ kindToken, ok });
    if (!ok) {
      errors++;
      failed.add(turn.code);
      if (tool !== null && !troubled.includes(tool)) troubled.push(tool);
      continue;
    }
    done.set(kindToken, (done.get(kindToken) ?? 0) + 1);
    carriedOut.set(turn.code, (carriedOut.get(turn.code) ?? 0) + 1);
    for (const text of argumentTexts) {
      used.add(text);
      lastUsed = text;
    }
    if (kind === "quote") notes.push(turn.result);
    if (SAVES.test(kind)) {
      saved = true;
      stepsSinceSave = 0;
    } else stepsSinceSave++;
  }
  return {
    steps: history.length,
    done,
    carriedOut,
    failed,
    used,
    lastUsed,
    recent,
    troubled,
    notes,
    errors,
    stepsSinceSave,
    saved,
  };
}

/** The form that thoughts have and that is read back here: a kind, then its arguments in quotes. */
export function writeThought(kind: string, argumentTexts: readonly string[]): string {
  if (argumentTexts.length === 0) return kind;
  const written = argumentTexts.map((text) => JSON.stringify(text).replaceAll("<", "\\u003c"));
  return `${kind} ${written.join(", ")}`;
}

function factsOf({ responseText, code }: Turn): TurnFacts {
  return facts.get(responseText, () => {
    const thought = /^<think>(.*?)<\/think>/s.exec(responseText)?.[1] ?? "";
    const quote = thought.indexOf('"');
    const called = /^(\w+)\.\w+/.exec(code);
    // An answer of another policy tells its kind by the call alone.
    const kind = (quote < 0 ? thought : thought.slice(0, quote)).trim() || (called?.[0] ?? "nothing");
    const tool = called?.[1] && called[1] !== "Agent" ? called[1] : null;
    return {
      kind,
      kindToken: token(kind),
      tool,
      argumentTexts: readTexts(thought.slice(Math.max(0, quote))),
    };
  });
}

function readTexts(written: string): string[] {
  try {
    const texts: unknown = JSON.parse(`[${written}]`);
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}
