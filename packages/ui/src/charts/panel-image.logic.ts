/** Places of things of some width in rows no wider than `room`; one that is wider has a row of its own. */
export function flow(
  widths: readonly number[],
  { room, gap }: { room: number; gap: number },
): { places: { x: number; row: number }[]; rows: number } {
  let x = 0;
  let row = 0;
  const places = widths.map((width) => {
    if (x > 0 && x + width > room) {
      x = 0;
      row += 1;
    }
    const place = { x, row };
    x += width + gap;
    return place;
  });
  return { places, rows: widths.length === 0 ? 0 : row + 1 };
}

/** Words of a line in rows no wider than `room`. */
export function wrapWords(text: string, room: number, widthOf: (text: string) => number): string[] {
  const rows: string[] = [];
  for (const word of text.split(" ")) {
    const last = rows.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(joined) > room) rows.push(word);
    else rows[Math.max(0, rows.length - 1)] = joined;
  }
  return rows;
}

/** A name for a file from words of people: letters and digits, the rest becomes a dash. */
export function fileName(words: readonly string[], ending: string): string {
  const plain = words
    .map((word) =>
      word
        .normalize("NFKD")
        .replace(/\p{Diacritic}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 60),
    )
    .filter(Boolean);
  return `${plain.join("_") || "chart"}.${ending}`;
}
