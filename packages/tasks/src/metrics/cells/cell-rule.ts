import { z } from "zod";
import type { CellFacts } from "../../documents/cell-facts.ts";
import { quote } from "../text.ts";
import { sameFormula } from "./formula.ts";
import { formatKind } from "./number-format.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Scalar = z.infer<typeof Scalar>;

const Color = z.union([
  z.string().regex(/^#[0-9A-F]{6}$/, { error: "expected #RRGGBB in capitals" }),
  z.null(),
]);

/** Everything that can be asked of a cell; what is left out does not matter. */
export const CellRule = z.strictObject({
  value: Scalar.optional(),
  /** Any of these values. */
  one_of: z.array(Scalar).min(1).optional(),
  /** How far a number may be off. */
  tolerance: z.number().nonnegative().default(1e-6),
  /** Texts must agree in case too unless this is set. */
  ignore_case: z.boolean().default(false),
  type: z.enum(["number", "text", "boolean", "date", "error", "empty"]).optional(),
  /** The formula or one of several; blanks, case and `$` do not matter. `true`: any formula; `false`: none. */
  formula: z.union([z.string(), z.array(z.string()).min(1), z.boolean()]).optional(),
  format: z
    .strictObject({
      kind: z.enum(["general", "number", "currency", "percent", "date", "time", "scientific", "text"]),
      decimals: z.number().int().nonnegative().optional(),
      thousands: z.boolean().optional(),
    })
    .optional(),
  fill: Color.optional(),
  color: Color.optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  wrap: z.boolean().optional(),
  align: z.enum(["general", "left", "center", "right", "justify"]).optional(),
  font_size: z.number().optional(),
  font_name: z.string().optional(),
});
export type CellRule = z.infer<typeof CellRule>;

/** A rule, or just the value that the cell must have. */
export const CellExpectation = z.union([Scalar, CellRule]);

/** The rule a short form stands for. */
export function cellRule(expectation: z.output<typeof CellExpectation>): CellRule {
  if (typeof expectation === "object" && expectation !== null) return expectation;
  return CellRule.parse({ value: expectation });
}

/** A cell's value as a message shows it. */
export function showCell(cell: CellFacts): string {
  if (cell.type === "empty") return "empty";
  const value = cell.type === "text" ? quote(String(cell.value)) : String(cell.value);
  return `${value} (${cell.type}${cell.formula ? `, ${cell.formula}` : ""})`;
}

const show = (value: Scalar): string => (value === null ? "an empty cell" : JSON.stringify(value));

function sameValue(
  cell: CellFacts,
  expected: Scalar,
  rule: Pick<CellRule, "tolerance" | "ignore_case">,
): boolean {
  if (typeof expected === "number") {
    return cell.type === "number" && Math.abs(Number(cell.value) - expected) <= rule.tolerance;
  }
  if (typeof expected === "string" && typeof cell.value === "string") {
    if (rule.ignore_case) return cell.value.trim().toLowerCase() === expected.toLowerCase();
    return cell.value.trim() === expected;
  }
  return cell.value === expected;
}

function formulaFault(cell: CellFacts, expected: NonNullable<CellRule["formula"]>): string | null {
  if (expected === true) return cell.formula ? null : `is ${showCell(cell)}; expected a formula`;
  if (expected === false) return cell.formula ? `is ${showCell(cell)}; expected no formula` : null;
  const allowed = typeof expected === "string" ? [expected] : expected;
  const found = cell.formula;
  if (found && allowed.some((formula) => sameFormula(found, formula))) return null;
  return `is ${showCell(cell)}; expected formula ${allowed.join(" or ")}`;
}

const NAMES = {
  bold: "bold",
  italic: "italic",
  underline: "underlined",
  strike: "struck through",
  wrap: "wrapped",
} as const;
const FLAGS = ["bold", "italic", "underline", "strike", "wrap"] as const;

/** All that is wrong with a cell. `place` is its address in messages, such as `Sheet1!B7`. */
export function cellFaults(cell: CellFacts, rule: CellRule, place: string): string[] {
  const faults: (string | null)[] = [];
  const formula = rule.formula === undefined ? null : formulaFault(cell, rule.formula);
  faults.push(formula);
  // A wrong formula's value needs no fault of its own.
  const allowed = rule.one_of ?? (rule.value === undefined ? null : [rule.value]);
  if (!formula && allowed && !allowed.some((value) => sameValue(cell, value, rule))) {
    faults.push(`is ${showCell(cell)}; expected ${allowed.map(show).join(" or ")}`);
  }
  if (rule.type && cell.type !== rule.type) faults.push(`is ${showCell(cell)}; expected type ${rule.type}`);
  if (rule.format) {
    const found = formatKind(cell.numberFormat);
    const differs = Object.entries(rule.format).some(([key, value]) => Reflect.get(found, key) !== value);
    if (differs) {
      const asked = Object.entries(rule.format).map(([key, value]) => `${key} ${value}`);
      faults.push(`has number format ${cell.numberFormat}; expected ${asked.join(", ")}`);
    }
  }
  for (const key of FLAGS) {
    if (rule[key] === undefined || cell[key] === rule[key]) continue;
    faults.push(rule[key] ? `is not ${NAMES[key]}` : `is ${NAMES[key]}; expected it not to be`);
  }
  for (const key of ["fill", "color", "align"] as const) {
    if (rule[key] !== undefined && cell[key] !== rule[key]) {
      faults.push(`has ${key} ${cell[key] ?? "none"}; expected ${rule[key] ?? "none"}`);
    }
  }
  if (rule.font_size !== undefined && cell.fontSize !== rule.font_size) {
    faults.push(`has font size ${cell.fontSize ?? "default"}; expected ${rule.font_size}`);
  }
  if (rule.font_name !== undefined && cell.fontName !== rule.font_name) {
    faults.push(`has font ${cell.fontName ?? "default"}; expected ${rule.font_name}`);
  }
  return faults.flatMap((fault) => (fault ? [`${place} ${fault}`] : []));
}
