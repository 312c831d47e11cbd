import { columnIndex, columnName, MAX_COLUMNS, MAX_ROWS } from "./address.ts";

const REFERENCE = /((?:'[^']+'|[A-Za-z_]\w*)!)?(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\w(])/g;

interface Reference {
  sheet: string;
  fixedColumn: boolean;
  column: number;
  fixedRow: boolean;
  row: number;
}

/** Rewrites every cell reference of a formula; texts in quotes stay. */
function mapReferences(
  formula: string,
  change: (reference: Reference) => { row: number; column: number } | null,
): string {
  return formula
    .split(/("(?:[^"]|"")*")/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(
            REFERENCE,
            (whole, sheet = "", dollarColumn, letters, dollarRow, digits, offset, text: string) => {
              if (/[\w.]/.test(text[offset - 1] ?? "")) return whole;
              const reference = {
                sheet,
                fixedColumn: dollarColumn === "$",
                column: columnIndex(letters),
                fixedRow: dollarRow === "$",
                row: Number(digits) - 1,
              };
              const to = change(reference);
              if (!to) return whole;
              const outside = to.row < 0 || to.column < 0 || to.row >= MAX_ROWS || to.column >= MAX_COLUMNS;
              return outside
                ? "#REF!"
                : `${sheet}${dollarColumn}${columnName(to.column)}${dollarRow}${to.row + 1}`;
            },
          ),
    )
    .join("");
}

/** The formula as it reads in another place: references without `$` move along. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  return mapReferences(formula, ({ fixedColumn, column, fixedRow, row }) => ({
    row: fixedRow ? row : row + rows,
    column: fixedColumn ? column : column + columns,
  }));
}

/** The formula after columns of its own sheet were put elsewhere. */
export function moveColumns(formula: string, target: (column: number) => number): string {
  return mapReferences(formula, ({ sheet, row, column }) => (sheet ? null : { row, column: target(column) }));
}

/** The formula after a sheet was renamed. */
export function renameInFormula(formula: string, from: string, to: string): string {
  const written = /^[A-Za-z_]\w*$/.test(to) ? to : `'${to}'`;
  const escaped = from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return formula.replace(new RegExp(`('${escaped}'|(?<![\\w'])${escaped})!`, "gi"), () => `${written}!`);
}
