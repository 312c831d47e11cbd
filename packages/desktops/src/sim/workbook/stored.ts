import { BytesContent, type FileContent, TextContent, textOf } from "../storage/file-content.ts";
import { endingOf, nameOf } from "../storage/paths.ts";
import { readCsv, writeCsv } from "./csv.ts";
import { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";
import { readXlsx, type StoredWorkbook } from "./xlsx-read.ts";
import { writeXlsx } from "./xlsx-write.ts";

/** An xlsx file whose bytes are made when someone reads them. */
export class XlsxContent implements FileContent {
  readonly workbook: StoredWorkbook;
  #bytes: Uint8Array | null = null;

  constructor(sheets: readonly Sheet[], active: number) {
    this.workbook = { sheets, active };
  }

  bytes(): Uint8Array {
    this.#bytes ??= writeXlsx(this.workbook.sheets, this.workbook.active);
    return this.#bytes;
  }
}

/** A sheet of plain values, row by row. */
export interface PlainTable {
  sheet: string;
  rows: readonly (readonly (string | number | null)[])[];
}

/** Tables that were laid out before: the same one is written in many episodes. */
const laidOut = new WeakMap<PlainTable["rows"], XlsxContent>();

/** An xlsx file of one sheet. Texts are texts, whatever they look like. */
export function tableContent({ sheet: name, rows }: PlainTable): XlsxContent {
  const before = laidOut.get(rows);
  if (before?.workbook.sheets[0]?.name === name) return before;
  const sheet = new Sheet(name);
  rows.forEach((values, row) => {
    values.forEach((value, column) => {
      sheet.put(row, column, { value, formula: null, style: null });
    });
  });
  const content = new XlsxContent([sheet], 0);
  laidOut.set(rows, content);
  return content;
}

/** Files that were read before: the same upload opens in many episodes. */
const parsed = new WeakMap<Uint8Array, StoredWorkbook>();

/** The sheets of a file. Whoever changes them copies them first. @throws AppError `invalid_input` */
export function loadWorkbook(content: FileContent, path: string): StoredWorkbook {
  if (content instanceof XlsxContent) return content.workbook;
  if (endingOf(path) !== "xlsx") return { sheets: [readCsv(textOf(content), sheetName(path))], active: 0 };
  const bytes = content.bytes();
  let workbook = parsed.get(bytes);
  if (!workbook) {
    workbook = readXlsx(bytes, path);
    parsed.set(bytes, workbook);
  }
  return workbook;
}

/** What the workbook is as a file of that path: xlsx, or the active sheet as csv. */
export function storeWorkbook(book: Workbook, path: string): FileContent {
  return endingOf(path) === "csv"
    ? new TextContent(writeCsv(book))
    : new XlsxContent(book.snapshot(), book.active);
}

/** A file written by someone else; workbooks are kept as bytes until they are opened. */
export function uploadedContent(path: string, bytes: Uint8Array): FileContent {
  const isText = ["txt", "csv", "json", "md", ""].includes(endingOf(path)) && isUtf8(bytes);
  return isText
    ? new TextContent(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))
    : new BytesContent(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function sheetName(path: string): string {
  return (
    nameOf(path)
      .replace(/\.[^.]*$/, "")
      .replace(/[[\]*?:/\\]/g, " ")
      .slice(0, 31) || "Sheet1"
  );
}
