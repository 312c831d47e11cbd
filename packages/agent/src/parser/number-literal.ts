import type { Scanner } from "./scanner.ts";

const NUMBER =
  /(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)/y;

/** Reads a number with any signs before it. */
export function readNumber(scanner: Scanner): number {
  const start = scanner.position;
  let sign = 1;
  while (/[+-]/.test(scanner.peek())) {
    if (scanner.peek() === "-") sign = -sign;
    scanner.position += 1;
    scanner.skipBlank(true);
  }
  NUMBER.lastIndex = scanner.position;
  const text = NUMBER.exec(scanner.text)?.[0];
  if (text === undefined) {
    scanner.fail(`expected a number, found ${scanner.found()}`, "Write a plain number such as 3 or -1.5.");
  }
  scanner.position += text.length;
  const plain = text.replaceAll("_", "");
  if (/^0\d*[1-9]\d*$/.test(plain)) {
    scanner.fail(`\`${text}\` has a leading zero`, "Write it without, or as a string.", start);
  }
  if (/[\p{L}\p{N}_]/u.test(scanner.peek())) {
    scanner.fail(`\`${text}\` runs into ${scanner.found()}`, "Put text in quotes.", start);
  }
  const value = sign * Number(plain);
  const isWhole = /^(?:0[xXoObB]|\d+$)/.test(plain);
  if (!Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))) {
    scanner.fail(`\`${text}\` is too large a number`, "Use a smaller number, or a string.", start);
  }
  return Object.is(value, -0) ? 0 : value;
}
