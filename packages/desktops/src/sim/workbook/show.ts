/// <reference path="./fast-formula-parser.d.ts" />
import ssf from "fast-formula-parser";
import { type CellStyle, type CellValue, isDateFormat, isoDate, plainNumber } from "./cell.ts";

const SHORT = 10;

/** A value as a cell shows it. */
export function showValue(value: CellValue, style: CellStyle | null): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return value;
  const format = style?.format;
  if (!format || format === "General" || format === "@") return general(value);
  if (format === "yyyy-mm-dd" || format === "yyyy-mm-dd hh:mm:ss") return isoDate(value);
  try {
    return ssf.SSF.format(format, value);
  } catch {
    // A format that a file brought and the formatter does not know.
    return general(value);
  }
}

/** A value as the application tools and the observation tell it: numbers plain, dates in ISO form. */
export function readValue(value: CellValue, style: CellStyle | null): CellValue {
  return typeof value === "number" && isDateFormat(style?.format) ? isoDate(value) : value;
}

function general(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : plainNumber(Number(value.toPrecision(SHORT)));
}
