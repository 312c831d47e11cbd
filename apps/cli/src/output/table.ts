import { stripVTControlCharacters } from "node:util";
import pc from "picocolors";

export interface Column<Row> {
  header: string;
  value: (row: Row) => string;
  align?: "left" | "right";
  /** Longer text is cut at the end with an ellipsis. */
  maxWidth?: number;
}

const widthOf = (text: string) => [...stripVTControlCharacters(text)].length;

function fit(text: string, width: number, align: "left" | "right"): string {
  const length = widthOf(text);
  if (length > width) return `${[...stripVTControlCharacters(text)].slice(0, width - 1).join("")}…`;
  const padding = " ".repeat(width - length);
  return align === "right" ? padding + text : text + padding;
}

/** A table as lines of text; columns are as wide as their widest cell, up to `maxWidth`. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map((column) => column.value(row)));
  const widths = columns.map((column, at) =>
    Math.min(
      column.maxWidth ?? 100,
      Math.max(widthOf(column.header), ...cells.map((row) => widthOf(row[at] ?? ""))),
    ),
  );
  const line = (values: readonly string[]) =>
    values
      .map((value, at) => fit(value, widths[at] ?? 0, columns[at]?.align ?? "left"))
      .join("  ")
      .trimEnd();
  return [pc.bold(line(columns.map((column) => column.header))), ...cells.map(line)].join("\n");
}
