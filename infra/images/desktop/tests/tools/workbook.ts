import ExcelJS from "exceljs";
import { onlyPart } from "./package-parts.ts";

type Rows = readonly (readonly ExcelJS.CellValue[])[];

/** An xlsx file with those sheets. */
export async function workbookFile(sheets: Record<string, Rows>): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name);
    for (const row of rows) sheet.addRow([...row]);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** The sheets of an xlsx file that holds no charts and pivot tables, which the reader does not know. */
export async function readWorkbook(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  return workbook;
}

export async function readSheet(bytes: Uint8Array, name = "Data"): Promise<ExcelJS.Worksheet> {
  const sheet = (await readWorkbook(bytes)).getWorksheet(name);
  if (!sheet) throw new Error(`the saved workbook has no sheet ${name}`);
  return sheet;
}

/** The values of a column from row 1 on; formulas as `=TEXT`. */
export function columnValues(sheet: ExcelJS.Worksheet, letters: string): unknown[] {
  return Array.from({ length: sheet.rowCount }, (_, index) => plain(sheet.getCell(`${letters}${index + 1}`)));
}

export function rowValues(sheet: ExcelJS.Worksheet, row: number): unknown[] {
  return Array.from({ length: sheet.columnCount }, (_, index) => plain(sheet.getCell(row, index + 1)));
}

function plain(cell: ExcelJS.Cell): unknown {
  if (cell.formula) return `=${cell.formula}`;
  // Text in several scripts is saved as runs, each with a font of its own.
  return cell.type === ExcelJS.ValueType.RichText ? cell.text : cell.value;
}

/** The raw XML of the sheet at a place, for what the reader leaves out. */
export function sheetXml(bytes: Uint8Array, place = 1): string {
  return onlyPart(bytes, new RegExp(`^xl/worksheets/sheet${place}\\.xml$`));
}

/** A small table: names, quantities, regions. */
export const FRUIT: Rows = [
  ["Name", "Qty", "Region"],
  ["pear", 3, "north"],
  ["apple", 12, "south"],
  ["fig", 7, "north"],
];
