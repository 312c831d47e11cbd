import type { Json } from "../json.ts";
import { readNumber } from "./number-literal.ts";
import type { Scanner } from "./scanner.ts";
import { readStrings, startsString } from "./string-literal.ts";

const MAX_DEPTH = 32;
const ONLY_LITERALS = "Write a literal: a string in quotes, a number, True, False, None, a list or a dict.";
const CONSTANTS: Readonly<Record<string, Json>> = { True: true, False: false, None: null };
const MISSPELT: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  null: "None",
  none: "None",
};

/**
 * Reads one Python literal as JSON; a tuple becomes a list. Nothing is evaluated.
 * @throws CodeSyntaxError naming line and column
 */
export function readLiteral(scanner: Scanner, depth = 0): Json {
  scanner.skipBlank(true);
  if (depth > MAX_DEPTH)
    scanner.fail(`brackets are nested more than ${MAX_DEPTH} deep`, "Use a flatter value.");
  if (startsString(scanner)) return readStrings(scanner);
  const next = scanner.peek();
  if (/[\d.+-]/.test(next)) return readNumber(scanner);
  if (next === "[") return readSequence(scanner, "[", "]", depth);
  if (next === "(") return readParenthesised(scanner, depth);
  if (next === "{") return readDict(scanner, depth);
  return readConstant(scanner);
}

function readConstant(scanner: Scanner): Json {
  const start = scanner.position;
  const name = scanner.name();
  if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? null;
  if (Object.hasOwn(MISSPELT, name)) {
    scanner.fail(`\`${name}\` is not Python`, `Write ${MISSPELT[name]}.`, start);
  }
  if (name !== "") scanner.fail(`\`${name}\` is a name, not a value`, ONLY_LITERALS, start);
  return scanner.fail(`expected a value, found ${scanner.found()}`, ONLY_LITERALS);
}

function readSequence(scanner: Scanner, open: string, close: string, depth: number): Json[] {
  const start = scanner.position;
  scanner.take(open);
  const items: Json[] = [];
  for (;;) {
    if (closes(scanner, close, start)) return items;
    items.push(readLiteral(scanner, depth + 1));
    separate(scanner, close);
  }
}

/** `(1, 2)` is a tuple, `(1)` is just 1. */
function readParenthesised(scanner: Scanner, depth: number): Json {
  const start = scanner.position;
  const items = readSequence(scanner, "(", ")", depth);
  const inside = scanner.text.slice(start + 1, scanner.position - 1).trimEnd();
  const [only] = items;
  return items.length === 1 && only !== undefined && !inside.endsWith(",") ? only : items;
}

function readDict(scanner: Scanner, depth: number): Json {
  const start = scanner.position;
  scanner.take("{");
  const entries: [string, Json][] = [];
  for (;;) {
    if (closes(scanner, "}", start)) return Object.fromEntries(entries);
    const keyAt = scanner.position;
    const key = readLiteral(scanner, depth + 1);
    if (typeof key !== "string")
      scanner.fail("a key of a dict must be a string", "Put the key in quotes.", keyAt);
    scanner.skipBlank(true);
    if (!scanner.take(":"))
      scanner.fail(`expected \`:\` after the key, found ${scanner.found()}`, ONLY_LITERALS);
    entries.push([key, readLiteral(scanner, depth + 1)]);
    separate(scanner, "}");
  }
}

/** Moves past the closing bracket if it is next; the end of the code is the fault of the opening one. */
export function closes(scanner: Scanner, close: string, openedAt: number): boolean {
  scanner.skipBlank(true);
  if (scanner.atEnd)
    scanner.fail("a bracket is opened here and not closed", `Close it with ${close}.`, openedAt);
  return scanner.take(close);
}

/** Past the comma between two items, or right before the closing bracket. */
export function separate(scanner: Scanner, close: string): void {
  scanner.skipBlank(true);
  if (scanner.atEnd || scanner.take(",") || scanner.peek() === close) return;
  scanner.fail(
    `expected \`,\` or \`${close}\`, found ${scanner.found()}`,
    "Separate values with commas; expressions are not evaluated.",
  );
}
