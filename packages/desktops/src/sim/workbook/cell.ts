/** What a cell is worth: null when it is empty. */
export type CellValue = string | number | boolean | null;

export interface CellStyle {
  readonly bold?: boolean;
  readonly fill?: string;
  readonly color?: string;
  readonly align?: "left" | "center" | "right";
  /** Excel number format, such as `0.00` or `yyyy-mm-dd`. */
  readonly format?: string;
}

/** A cell as it was entered; never changed in place, so that copies can share it. */
export interface Cell {
  /** The value, or the formula's last known result in a file. */
  readonly value: CellValue;
  /** With its `=`, in Excel's form; null for a plain value. */
  readonly formula: string | null;
  readonly style: CellStyle | null;
}

export const DATE_FORMAT = "yyyy-mm-dd";
export const DATETIME_FORMAT = "yyyy-mm-dd hh:mm:ss";
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const DAY_MS = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

export interface Entered {
  kind: "empty" | "truth" | "number" | "text" | "formula" | "date";
  value: CellValue;
  formula: string | null;
  format: string | null;
}

/** What a received value means in a cell: the rules of the application tools and of typing alike. */
export function readEntered(received: CellValue): Entered {
  if (received === null || received === "") return entered("empty", null);
  if (typeof received === "boolean") return entered("truth", received);
  if (typeof received === "number") return entered("number", received);
  if (received.startsWith("'")) return entered("text", received.slice(1));
  if (received.startsWith("=") && received.length > 1) {
    return { kind: "formula", value: null, formula: excelForm(received), format: null };
  }
  const trimmed = received.trim();
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed);
    return Math.abs(number) < 1e308 ? entered("number", number) : entered("text", received);
  }
  if (DATE.test(trimmed)) {
    const serial = dateSerial(trimmed);
    if (serial !== null) {
      return {
        kind: "date",
        value: serial,
        formula: null,
        format: serial % 1 === 0 ? DATE_FORMAT : DATETIME_FORMAT,
      };
    }
  }
  return entered("text", received);
}

function entered(kind: Entered["kind"], value: CellValue): Entered {
  return { kind, value, formula: null, format: null };
}

/** `Sheet2.A1` and semicolons, as LibreOffice writes them, become Excel's `Sheet2!A1` and commas; texts stay. */
function excelForm(formula: string): string {
  return formula
    .split(/("(?:[^"]|"")*")/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/;/g, ",").replace(/('[^']+'|[A-Za-z_][\w]*)\.(\$?[A-Za-z]{1,3}\$?\d)/g, "$1!$2"),
    )
    .join("");
}

/** Days since 1899-12-30 of an ISO date, or null when there is no such day. */
export function dateSerial(text: string): number | null {
  const ms = Date.parse(`${text.replace(" ", "T")}${text.length > 10 ? "Z" : "T00:00Z"}`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) return null;
  return (ms - DAY_ZERO_MS) / DAY_MS;
}

/** The ISO text of a date number; a whole number is a day, a part of one a time. */
export function isoDate(serial: number): string {
  const date = new Date(DAY_ZERO_MS + Math.round(serial * 86_400) * 1_000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const [day = "", time = ""] = date.toISOString().split("T");
  if (serial >= 0 && serial < 1) return time.slice(0, 8);
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 8)}`;
}

/** Whether a number format shows a date or a time. */
export function isDateFormat(format: string | undefined): boolean {
  return format !== undefined && /[yd]|h:mm|mm:ss/i.test(format.replace(/"[^"]*"|\[[^\]]*\]/g, ""));
}

/** A number in full, without a needless fraction. */
export function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : String(Number(value.toPrecision(15)));
}
