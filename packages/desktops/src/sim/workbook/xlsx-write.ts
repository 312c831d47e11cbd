import { strToU8, zipSync } from "fflate";
import { areaName, cellName, columnOf, rowOf } from "./address.ts";
import type { CellValue } from "./cell.ts";
import { isErrorValue } from "./formulas.ts";
import type { Sheet } from "./sheet.ts";
import { Workbook } from "./workbook.ts";
import { escapeXml, StyleTable } from "./xlsx-styles.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** The same bytes for the same content: no file time enters. */
const ZIP_TIME = new Date(Date.UTC(2020, 0, 1, 12));

/** Sheets as the bytes of an xlsx file. */
export function writeXlsx(sheets: readonly Sheet[], active: number): Uint8Array {
  const book = new Workbook(sheets, active);
  const styles = new StyleTable();
  const strings = new Map<string, number>();
  const parts: Record<string, string> = {};
  book.sheets.forEach((sheet, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(book, sheet, {
      styles,
      strings,
      selected: index === book.active,
    });
  });
  const numbers = book.sheets.map((_, index) => index + 1);
  const rest = numbers.length + 1;
  parts["[Content_Types].xml"] =
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${numbers
      .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
      .join(
        "",
      )}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`;
  parts["_rels/.rels"] =
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
  parts["xl/workbook.xml"] =
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView activeTab="${book.active}"/></bookViews><sheets>${book.sheets
      .map(
        (sheet, index) =>
          `<sheet name="${escapeXml(sheet.name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`;
  parts["xl/_rels/workbook.xml.rels"] = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers
    .map(
      (n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )
    .join(
      "",
    )}<Relationship Id="rId${rest}" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rId${rest + 1}" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
  parts["xl/styles.xml"] = styles.xml();
  parts["xl/sharedStrings.xml"] =
    `${HEAD}<sst xmlns="${MAIN}" count="${strings.size}" uniqueCount="${strings.size}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
      .join("")}</sst>`;
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)] as const);
  // Stored, not packed: packing costs more than all the rest, for a few kilobytes in memory.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: ZIP_TIME });
}

interface SheetContext {
  styles: StyleTable;
  strings: Map<string, number>;
  selected: boolean;
}

function sheetXml(book: Workbook, sheet: Sheet, context: SheetContext): string {
  const rows = new Map<number, string[]>();
  for (const row of sheet.hiddenRows) rows.set(row, []);
  for (const key of [...sheet.cells.keys()].sort((a, b) => a - b)) {
    const cells = rows.get(rowOf(key)) ?? [];
    cells.push(cellXml(book, sheet, key, context));
    rows.set(rowOf(key), cells);
  }
  const data = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => {
      const hidden = sheet.hiddenRows.has(row) ? ' hidden="1"' : "";
      return `<row r="${row + 1}"${hidden}>${cells.join("")}</row>`;
    });
  const dimension = sheet.used ? areaName(sheet.used) : "A1";
  const merged = sheet.merged.map((area) => `<mergeCell ref="${areaName(area)}"/>`);
  const merges =
    merged.length > 0 ? `<mergeCells count="${merged.length}">${merged.join("")}</mergeCells>` : "";
  const view = `<sheetViews><sheetView${context.selected ? ' tabSelected="1"' : ""} workbookViewId="0"/></sheetViews>`;
  return `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="${dimension}"/>${view}<sheetData>${data.join("")}</sheetData>${merges}</worksheet>`;
}

function cellXml(book: Workbook, sheet: Sheet, key: number, { styles, strings }: SheetContext): string {
  const row = rowOf(key);
  const column = columnOf(key);
  const cell = sheet.at(row, column);
  const style = styles.id(cell?.style ?? null);
  const head = `r="${cellName(row, column)}"${style > 0 ? ` s="${style}"` : ""}`;
  const value = book.value(sheet, row, column);
  if (cell?.formula) {
    const [type, text] = resultXml(value);
    return `<c ${head}${type}><f>${escapeXml(cell.formula.slice(1))}</f><v>${text}</v></c>`;
  }
  if (value === null) return `<c ${head}/>`;
  if (typeof value === "number") return `<c ${head}><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c ${head} t="b"><v>${value ? 1 : 0}</v></c>`;
  let index = strings.get(value);
  if (index === undefined) {
    index = strings.size;
    strings.set(value, index);
  }
  return `<c ${head} t="s"><v>${index}</v></c>`;
}

function resultXml(value: CellValue): [string, string] {
  if (typeof value === "number") return ["", String(value)];
  if (typeof value === "boolean") return [' t="b"', value ? "1" : "0"];
  const text = value ?? "";
  if (isErrorValue(text)) return [' t="e"', text.startsWith("Err:") ? "#VALUE!" : escapeXml(text)];
  return [' t="str"', escapeXml(text)];
}
