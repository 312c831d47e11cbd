import type { Scanner } from "./scanner.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\n": "",
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Whether a string literal starts here, perhaps with a prefix such as `r`. */
export function startsString(scanner: Scanner): boolean {
  return /^[A-Za-z]{0,2}['"]/.test(scanner.peek(3));
}

/** Reads adjacent string literals as one, as Python does. */
export function readStrings(scanner: Scanner): string {
  const start = scanner.position;
  let value = "";
  do {
    value += readString(scanner);
    scanner.skipBlank(true);
  } while (startsString(scanner));
  if (value.includes("\0") || /\p{Surrogate}/u.test(value)) {
    scanner.fail("the string holds a NUL or half a surrogate pair", "Leave that character out.", start);
  }
  return value;
}

function readString(scanner: Scanner): string {
  const start = scanner.position;
  const prefix = scanner.name().toLowerCase();
  if (!["", "r", "u"].includes(prefix)) {
    scanner.fail(
      `a string with the prefix \`${prefix}\` is not a plain literal`,
      "Write the text itself.",
      start,
    );
  }
  const quote = scanner.peek();
  const delimiter = scanner.peek(3) === quote.repeat(3) ? quote.repeat(3) : quote;
  scanner.position += delimiter.length;
  let value = "";
  for (;;) {
    if (scanner.atEnd || (delimiter.length === 1 && scanner.peek() === "\n")) {
      scanner.fail("a string is opened here and not closed", `Close it with ${delimiter}.`, start);
    }
    if (scanner.take(delimiter)) return value;
    if (scanner.peek() !== "\\") {
      value += scanner.peek();
      scanner.position += 1;
    } else if (prefix === "r") {
      value += scanner.peek(2);
      scanner.position += 2;
    } else value += readEscape(scanner);
  }
}

function readEscape(scanner: Scanner): string {
  const start = scanner.position;
  scanner.position += 1;
  if (scanner.take("\r\n")) return "";
  const kind = scanner.peek();
  const octal = /^[0-7]{1,3}/.exec(scanner.peek(3))?.[0];
  if (octal !== undefined) {
    scanner.position += octal.length;
    return String.fromCharCode(Number.parseInt(octal, 8));
  }
  if (kind === "N") scanner.fail("`\\N{…}` names are not supported", "Write the character itself.", start);
  scanner.position += kind.length;
  const digits = HEX_DIGITS[kind];
  if (digits === undefined) return SIMPLE[kind] ?? `\\${kind}`;
  const hex = scanner.peek(digits);
  const codePoint =
    /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : Number.NaN;
  if (!(codePoint <= 0x10ffff)) {
    scanner.fail(
      `\`\\${kind}\` needs ${digits} hex digits of a character`,
      "Write the character itself.",
      start,
    );
  }
  scanner.position += digits;
  return String.fromCodePoint(codePoint);
}
