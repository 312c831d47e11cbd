import { AppError } from "@deskrl/domain";
import { XMLParser } from "fast-xml-parser";
import { strFromU8, unzipSync } from "fflate";
import { cellKey, parseArea } from "./address.ts";
import type { CellValue } from "./cell.ts";
import { shiftFormula } from "./references.ts";
import { Sheet } from "./sheet.ts";
import { readStyles, type StyleList } from "./xlsx-read-styles.ts";
import { attribute, children, textOfNode, type XmlNode } from "./xml-nodes.ts";

export interface StoredWorkbook {
  sheets: readonly Sheet[];
  active: number;
}

const LISTS = new Set([
  "sheet",
  "row",
  "c",
  "si",
  "r",
  "Relationship",
  "xf",
  "font",
  "fill",
  "numFmt",
  "mergeCell",
  "workbookView",
]);
const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => LISTS.has(name),
});

/**
 * The sheets of an xlsx file: values, formulas, bold, colours, alignment, number formats, hidden rows, merged cells.
 * @throws AppError `invalid_input` when it is no such file
 */
export function readXlsx(bytes: Uint8Array, path: string): StoredWorkbook {
  try {
    return readPackage(unzipSync(bytes));
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("invalid_input", `${path} is no xlsx file: ${detail}`, {
      where: path,
      fix: "upload a whole xlsx file",
      cause,
    });
  }
}

function readPackage(files: Record<string, Uint8Array>): StoredWorkbook {
  const part = (name: string): XmlNode | null => {
    const bytes = files[name];
    return bytes ? (xml.parse(strFromU8(bytes)) as XmlNode) : null;
  };
  const root = part("xl/workbook.xml")?.workbook;
  if (!root) throw new Error("it has no xl/workbook.xml");
  const targets = new Map(
    children(part("xl/_rels/workbook.xml.rels")?.Relationships, "Relationship").map((relation) => [
      attribute(relation, "Id"),
      attribute(relation, "Target").replace(/^\/?(xl\/)?/, "xl/"),
    ]),
  );
  const strings = children(part("xl/sharedStrings.xml")?.sst, "si").map(stringText);
  const styles = readStyles(part("xl/styles.xml"));
  const listed = typeof root === "object" && !Array.isArray(root) ? root.sheets : undefined;
  const sheets = children(listed, "sheet").map((entry) => {
    const data = part(targets.get(attribute(entry, "id")) ?? "")?.worksheet;
    return readSheet(attribute(entry, "name"), data, { strings, styles });
  });
  if (sheets.length === 0) throw new Error("it has no sheet");
  const views = typeof root === "object" && !Array.isArray(root) ? root.bookViews : undefined;
  const active = Number(attribute(children(views, "workbookView")[0], "activeTab")) || 0;
  return { sheets, active: Math.min(active, sheets.length - 1) };
}

/** A shared text: its own, or that of its runs; phonetic hints are left out. */
function stringText(item: XmlNode): string {
  const runs = children(item, "r");
  return runs.length > 0 ? runs.map((run) => textOfNode(run.t)).join("") : textOfNode(item.t);
}

interface SheetParts {
  strings: readonly string[];
  styles: StyleList;
}

function readSheet(name: string, data: XmlNode[string], { strings, styles }: SheetParts): Sheet {
  const sheet = new Sheet(name);
  const shared = new Map<string, { formula: string; row: number; column: number }>();
  const rows = typeof data === "object" && !Array.isArray(data) ? data.sheetData : undefined;
  let nextRow = 0;
  for (const row of children(rows, "row")) {
    const index = row["@r"] === undefined ? nextRow : Number(attribute(row, "r")) - 1;
    nextRow = index + 1;
    if (attribute(row, "hidden") === "1" || attribute(row, "hidden") === "true") sheet.hiddenRows.add(index);
    let nextColumn = 0;
    for (const cell of children(row, "c")) {
      const at = parseArea(attribute(cell, "r")) ?? { top: index, left: nextColumn };
      nextColumn = at.left + 1;
      const style = styles[Number(attribute(cell, "s")) || 0] ?? null;
      const formula = readFormula(cell.f, { row: at.top, column: at.left, shared });
      const value = formula ? null : cellValue(cell, strings);
      if (value !== null || formula || style)
        sheet.cells.set(cellKey(at.top, at.left), { value, formula, style });
    }
  }
  const merges = typeof data === "object" && !Array.isArray(data) ? data.mergeCells : undefined;
  sheet.merged = children(merges, "mergeCell").flatMap((merge) => parseArea(attribute(merge, "ref")) ?? []);
  return sheet;
}

function readFormula(
  node: XmlNode[string],
  at: { row: number; column: number; shared: Map<string, { formula: string; row: number; column: number }> },
): string | null {
  if (node === undefined) return null;
  const text = textOfNode(node);
  const id = typeof node === "object" && !Array.isArray(node) ? attribute(node, "si") : "";
  if (text !== "") {
    if (id !== "") at.shared.set(id, { formula: `=${text}`, row: at.row, column: at.column });
    return `=${text}`;
  }
  const first = at.shared.get(id);
  return first ? shiftFormula(first.formula, at.row - first.row, at.column - first.column) : null;
}

function cellValue(cell: XmlNode, strings: readonly string[]): CellValue {
  const text = textOfNode(cell.v);
  switch (attribute(cell, "t")) {
    case "s":
      return strings[Number(text)] ?? "";
    case "inlineStr": {
      const inline = cell.is;
      return typeof inline === "object" && !Array.isArray(inline) ? stringText(inline) : "";
    }
    case "str":
    case "e":
      return text;
    case "b":
      return text === "1";
    default:
      return text === "" ? null : Number(text);
  }
}
