const REF = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

/** Number of a column from its letters: A is 1. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Letters of a column from its number. */
export function columnLetters(number: number): string {
  let letters = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export interface Range {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Reads `B2` or `B2:D9`. @throws Error for anything else */
export function parseRange(text: string): Range {
  const corners = text.split(":").map((part) => REF.exec(part.trim()));
  const [from, to = from] = corners;
  if (!from || !to || corners.length > 2) throw new Error(`not a cell range: ${text}`);
  const columns = [columnNumber(from[1] ?? ""), columnNumber(to[1] ?? "")];
  const rows = [Number(from[2]), Number(to[2])];
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

/** Whether a text is a cell range. */
export function isRange(text: string): boolean {
  const parts = text.split(":");
  return parts.length <= 2 && parts.every((part) => REF.test(part.trim()));
}

/** Addresses of all cells of a range, row by row. */
export function cellsOf(range: Range): string[] {
  const refs: string[] = [];
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++)
      refs.push(`${columnLetters(column)}${row}`);
  }
  return refs;
}

/** Whether `outer` holds all of `inner`. */
export function contains(outer: Range, inner: Range): boolean {
  return (
    outer.left <= inner.left &&
    outer.right >= inner.right &&
    outer.top <= inner.top &&
    outer.bottom >= inner.bottom
  );
}
