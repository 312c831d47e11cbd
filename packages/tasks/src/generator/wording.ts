import type { Wordings } from "./goals/goal-kind.ts";
import type { Random } from "./random.ts";
import type { Goal } from "./types.ts";

/** Sentences around one clause. `{A}` begins with a capital letter. */
export const FRAMES: Wordings = {
  train: ["{A}.", "Please {a}.", "Here is what I need: {a}.", "Your job: {a}."],
  heldOut: ["To do: {a}.", "{A}, please."],
};
/** Sentences around two clauses. */
export const JOINERS: Wordings = {
  train: ["{A}. Then {b}.", "{A} and {b}.", "First {a}, then {b}.", "Please {a}. After that, {b}."],
  heldOut: ["Two things: {a}; {b}.", "{A}, and also {b}."],
};
/** What may follow when something has to be saved; it has to be saved either way. */
export const SAVING: Wordings = {
  train: [
    "Save the file.",
    "Save your changes.",
    "Save it when you are done.",
    "Finally, save the document.",
  ],
  heldOut: ["Do not forget to save.", "Nothing may stay unsaved."],
};
const SAYS_SAVE = 0.5;

/** A clause with its words filled in; every `{…}` must have one. */
export function fill(wording: string, words: Readonly<Record<string, string>>): string {
  return wording.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`'${wording}' names ${name}, which the goal does not give`);
    return word;
  });
}

/** The instruction for one or two goals. */
export function instructionFor(
  goals: readonly { goal: Pick<Goal, "words" | "saves">; wordings: Wordings }[],
  { random, heldOut }: { random: Random; heldOut: boolean },
): string {
  const choose = (wordings: Wordings): string => random.pick(heldOut ? wordings.heldOut : wordings.train);
  const clauses = goals.map(({ goal, wordings }) => {
    const wording = choose(wordings);
    const clause = fill(wording, goal.words);
    // A clause that begins with a file's name keeps the name as it is.
    return { clause, capital: wording.startsWith("{") ? clause : clause[0]?.toUpperCase() + clause.slice(1) };
  });
  const [first, second] = clauses;
  const text = choose(second ? JOINERS : FRAMES)
    .replace("{A}", () => first?.capital ?? "")
    .replace("{a}", () => first?.clause ?? "")
    .replace("{b}", () => second?.clause ?? "");
  const saves = goals.some(({ goal }) => goal.saves.length > 0);
  return saves && random.chance(SAYS_SAVE) ? `${text} ${choose(SAVING)}` : text;
}
