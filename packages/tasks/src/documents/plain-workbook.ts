import { strToU8, zipSync } from "fflate";
import { columnLetters } from "../metrics/cells/range.ts";

type PlainValue = string | number | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** The same bytes for the same rows: no file time enters. */
const ZIP_TIME = new Date(Date.UTC(2020, 0, 1, 12));

/** An xlsx file of one sheet with plain values: the same bytes for the same rows. */
export function plainWorkbook(sheet: string, rows: readonly (readonly PlainValue[])[]): Uint8Array {
  const data = rows.map((row, index) => {
    const cells = row.map((value, column) => cellXml(`${columnLetters(column + 1)}${index + 1}`, value));
    return `<row r="${index + 1}">${cells.join("")}</row>`;
  });
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData>${data.join("")}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(HEAD + xml)] as const);
  return zipSync(Object.fromEntries(files), { level: 6, mtime: ZIP_TIME });
}

function cellXml(name: string, value: PlainValue): string {
  if (value === null) return "";
  if (typeof value === "number") return `<c r="${name}"><v>${value}</v></c>`;
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
