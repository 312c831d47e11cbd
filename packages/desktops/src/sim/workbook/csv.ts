import { type CellStyle, readEntered } from "./cell.ts";
import { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

/** The active sheet as comma-separated text: values as they are shown, quotes only where needed. */
export function writeCsv(book: Workbook): string {
  const sheet = book.sheet;
  const used = sheet.used;
  if (!used) return "";
  const lines: string[] = [];
  for (let row = 0; row <= used.bottom; row++) {
    const fields: string[] = [];
    for (let column = 0; column <= used.right; column++) fields.push(quoted(book.shown(sheet, row, column)));
    lines.push(`${fields.join(",")}\n`);
  }
  return lines.join("");
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The sheet of a comma-separated text; fields are taken as if they were typed, except formulas. */
export function readCsv(text: string, name: string): Sheet {
  const sheet = new Sheet(name);
  parseRows(text.replace(/^\uFEFF/, "")).forEach((fields, row) => {
    fields.forEach((field, column) => {
      const { kind, value, format } = readEntered(field);
      if (kind === "empty") return;
      const style: CellStyle | null = format ? { format } : null;
      sheet.put(row, column, { value: kind === "formula" ? field : value, formula: null, style });
    });
  });
  return sheet;
}

function parseRows(text: string): string[][] {
  const rows: string[][] = [];
  let fields: string[] = [];
  let field = "";
  let inQuotes = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (inQuotes) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else inQuotes = false;
    } else if (letter === '"' && field === "") inQuotes = true;
    else if (letter === ",") {
      fields.push(field);
      field = "";
    } else if (letter === "\n") {
      rows.push([...fields, field]);
      fields = [];
      field = "";
    } else if (letter !== "\r") field += letter;
  }
  if (field !== "" || fields.length > 0) rows.push([...fields, field]);
  return rows;
}
