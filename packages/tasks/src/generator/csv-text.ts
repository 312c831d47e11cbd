import type { Rows } from "./types.ts";

/** Rows as comma-separated text, every row as wide as the widest. No field of a generated table needs quotes. */
export function csvText(rows: Rows): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows
    .map((row) => `${Array.from({ length: width }, (_, column) => String(row[column] ?? "")).join(",")}\n`)
    .join("");
}
