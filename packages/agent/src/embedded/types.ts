import type { Mention } from "./mentions.ts";

/** A value that an action takes, and where it comes from. */
export interface Argument {
  text: string;
  /** Null for what the instruction does not name. */
  mention: Mention | null;
}

/** One action that could be taken now. */
export interface Candidate {
  /** One line in the API-GUI language. */
  code: string;
  /** The whole answer: a thought, from which later steps read what was done, and the code in a fence. */
  answer: string;
  /** What kind of action it is, without its arguments. */
  kind: string;
  kindToken: number;
  arguments: readonly Argument[];
  /** Feature tokens that hold for this instruction and observation, whatever was done before. */
  fixedTokens: readonly number[];
  /** True for an application's API. */
  api: boolean;
}
