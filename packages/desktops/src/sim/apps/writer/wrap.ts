/** A line as it shows: part of a paragraph. */
export interface ShownLine {
  paragraph: number;
  /** Position of its first character in the text, and of the one after its last. */
  from: number;
  to: number;
}

/** Breaks a text into lines of at most `width` characters, at spaces where there are some. */
export function wrapText(text: string, width: number): ShownLine[] {
  const lines: ShownLine[] = [];
  let start = 0;
  text.split("\n").forEach((paragraph, index) => {
    let from = 0;
    while (paragraph.length - from > width) {
      const space = paragraph.lastIndexOf(" ", from + width);
      const to = space > from ? space + 1 : from + width;
      lines.push({ paragraph: index, from: start + from, to: start + to });
      from = to;
    }
    lines.push({ paragraph: index, from: start + from, to: start + paragraph.length });
    start += paragraph.length + 1;
  });
  return lines;
}

/** The line that holds a position; one at a break belongs to the later line. */
export function lineOf(lines: readonly ShownLine[], position: number): number {
  return Math.max(
    0,
    lines.findLastIndex(({ from }) => from <= position),
  );
}
