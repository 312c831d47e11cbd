import type { Pool } from "./pools.ts";
import type { Random } from "./random.ts";

/** A line of a document, such as `Repair wooden tables`. */
export function lineText(pool: Pool, random: Random): string {
  return `${random.pick(pool.verbs)} ${random.pick(pool.adjectives)} ${random.pick(pool.nouns)}`;
}
