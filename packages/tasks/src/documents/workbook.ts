import ExcelJS from "exceljs";
import { contains, parseRange } from "../metrics/cells/range.ts";
import { type CellFacts, cellFacts } from "./cell-facts.ts";
import { openPackage } from "./office-package.ts";
import { type ChartFacts, type SheetExtras, sheetExtras, type ValidationFacts } from "./sheet-extras.ts";

/** What a check may ask of one sheet. Rows and columns count from 1. */
export interface SheetFacts {
  name: string;
  hidden: boolean;
  /** One that is inside a merged range answers for the range. */
  cell(ref: string): CellFacts;
  /** Addresses of the cells that hold something, row by row. */
  held(): string[];
  rowCount: number;
  columnCount: number;
  /** Numbers, in their order. Not asked of each row: a cell at the sheet's end makes a million of them. */
  hiddenRows: readonly number[];
  columnHidden(column: string): boolean;
  /** In characters, as the file says; null for the default width. */
  columnWidth(column: string): number | null;
  /** In points; null for the default height. */
  rowHeight(row: number): number | null;
  merged: readonly string[];
  frozen: { rows: number; columns: number };
  validations: readonly ValidationFacts[];
  charts: readonly ChartFacts[];
}

/** What a spreadsheet file says, sheets in their order. */
export interface WorkbookFacts {
  path: string;
  sheets: readonly SheetFacts[];
}

function sheetFacts(sheet: ExcelJS.Worksheet, extras: SheetExtras): SheetFacts {
  // The library leaves null here for a sheet whose file has no views, whatever its types say.
  const view = sheet.views?.[0];
  const merged = extras.merged.map((text) => ({ text, range: parseRange(text) }));
  const frozen = view?.state === "frozen" ? { rows: view.ySplit ?? 0, columns: view.xSplit ?? 0 } : null;
  return {
    name: sheet.name,
    hidden: sheet.state !== "visible",
    cell(ref) {
      const at = parseRange(ref);
      const around = merged.find(({ range }) => contains(range, at));
      return cellFacts(sheet.getCell(around?.text.split(":")[0] ?? ref));
    },
    held() {
      const refs: string[] = [];
      sheet.eachRow((row) => row.eachCell((cell) => void refs.push(cell.address)));
      return refs;
    },
    rowCount: sheet.actualRowCount === 0 ? 0 : sheet.rowCount,
    columnCount: sheet.actualColumnCount === 0 ? 0 : sheet.columnCount,
    hiddenRows: extras.hiddenRows,
    columnHidden: (column) => sheet.getColumn(column).hidden === true,
    columnWidth: (column) => sheet.getColumn(column).width ?? null,
    rowHeight: (row) => sheet.getRow(row).height ?? null,
    merged: extras.merged,
    frozen: frozen ?? { rows: 0, columns: 0 },
    validations: extras.validations,
    charts: extras.charts,
  };
}

/**
 * Reads an xlsx file.
 * @throws CorruptFile when it is none; any other error is a fault of the reader
 */
export async function readWorkbook(bytes: Uint8Array, path: string): Promise<WorkbookFacts> {
  const extras = sheetExtras(openPackage(bytes, path, "xl/workbook.xml"));
  const workbook = new ExcelJS.Workbook();
  const data = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(data).set(bytes);
  // Read here from the XML instead: exceljs makes an entry for each of the million cells of a column validated or merged.
  await workbook.xlsx.load(data, { ignoreNodes: ["dataValidations", "mergeCells"] });
  const none: SheetExtras = { merged: [], hiddenRows: [], validations: [], charts: [] };
  return {
    path,
    sheets: workbook.worksheets.map((sheet) => sheetFacts(sheet, extras.get(sheet.name) ?? none)),
  };
}
