import { z } from "zod";

/** Every id says what it names: `ep_4k2…`. The prefix is part of the id on every wire and in every table. */
export const ID_PREFIXES = {
  user: "usr",
  session: "ses",
  apiToken: "tok",
  worker: "wrk",
  environment: "env",
  suite: "suite",
  task: "task",
  run: "run",
  episode: "ep",
  action: "act",
  tunnel: "tun",
  ticket: "tkt",
  audit: "aud",
  branch: "br",
  phase: "ph",
  trainingJob: "job",
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** Lower-case letters and digits without the ones that are mistaken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function secureRandom(size: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(size));
}

/**
 * A new random id: prefix, underscore, 20 characters of 5 random bits each (100 bits: no clash in practice).
 * @param random source of bytes, a parameter so that tests can be deterministic
 */
export function newId(kind: IdKind, random: (size: number) => Uint8Array = secureRandom): string {
  const bytes = random(20);
  let tail = "";
  for (const byte of bytes) tail += ALPHABET[byte & 31];
  return `${ID_PREFIXES[kind]}_${tail}`;
}

/** What was received, as much of it as helps. */
function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? String(input);
  return text.length <= 100 ? text : `${text.slice(0, 100)}… (${text.length} characters)`;
}

/** A zod schema for ids of one kind; the message names what was received. */
export function idSchema(kind: IdKind) {
  const prefix = ID_PREFIXES[kind];
  return z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9._-]{1,80}$`), {
    error: (issue) => `expected an id such as ${prefix}_…, received ${shown(issue.input)}`,
  });
}
