import ExcelJS from "exceljs";

export type CellType = "number" | "text" | "boolean" | "date" | "error" | "empty";

/** What a check may ask of one cell. Colours are `#RRGGBB`. */
export interface CellFacts {
  type: CellType;
  /** Dates as `YYYY-MM-DD`, with the time when it is not midnight; errors as their code. */
  value: number | string | boolean | null;
  /** With its `=`, or null. */
  formula: string | null;
  /** Code of the number format, `General` by default. */
  numberFormat: string;
  fill: string | null;
  color: string | null;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  fontSize: number | null;
  fontName: string | null;
  align: string;
  wrap: boolean;
}

function dateText(date: Date): string {
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19);
}

function typed(value: unknown): Pick<CellFacts, "type" | "value"> {
  if (value === null || value === undefined || value === "") return { type: "empty", value: null };
  if (value instanceof Date) return { type: "date", value: dateText(value) };
  if (typeof value === "number") return { type: "number", value };
  if (typeof value === "boolean") return { type: "boolean", value };
  if (typeof value === "object") {
    if ("error" in value) return { type: "error", value: String(value.error) };
    if ("richText" in value && Array.isArray(value.richText)) {
      return { type: "text", value: value.richText.map((part: { text: string }) => part.text).join("") };
    }
    if ("text" in value) return typed(value.text);
  }
  return { type: "text", value: String(value) };
}

function colorText(color: Partial<ExcelJS.Color> | undefined): string | null {
  return color?.argb ? `#${color.argb.slice(-6).toUpperCase()}` : null;
}

/** Reads a cell; one that is inside a merged range answers for the range. */
export function cellFacts(cell: ExcelJS.Cell): CellFacts {
  const formula = cell.type === ExcelJS.ValueType.Formula ? cell.formula : null;
  const { fill, font, alignment } = cell;
  const solid = fill?.type === "pattern" && fill.pattern === "solid";
  return {
    ...typed(formula === null ? cell.value : cell.result),
    formula: formula === null ? null : `=${formula}`,
    numberFormat: cell.numFmt || "General",
    fill: solid ? colorText(fill.fgColor) : null,
    color: colorText(font?.color),
    bold: font?.bold === true,
    italic: font?.italic === true,
    underline: Boolean(font?.underline) && font?.underline !== "none",
    strike: font?.strike === true,
    fontSize: font?.size ?? null,
    fontName: font?.name ?? null,
    align: alignment?.horizontal ?? "general",
    wrap: alignment?.wrapText === true,
  };
}
