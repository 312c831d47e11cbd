import { z } from "zod";
import { readWorkbook } from "../../documents/workbook.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { SheetRule, sheetFaults } from "./sheet-rule.ts";

/** A spreadsheet's typed cells, formulas and looks, sheet by sheet. */
export const checkCells = metricType({
  accepts: ["file"],
  expects: "json",
  rules: z
    .strictObject({
      /** Names of all sheets in their order. */
      sheet_names: z.array(z.string()).min(1).optional(),
      /** Sheet → what is asked of it; `*` stands for the first sheet, whatever its name. */
      sheets: z.record(z.string(), SheetRule).default({}),
    })
    .refine((rules) => rules.sheet_names ?? Object.keys(rules.sheets).length, {
      error: "expected something to check",
    }),
  async judge({ result, expected }) {
    const workbook = await readWorkbook(result.bytes, result.path);
    const names = workbook.sheets.map((sheet) => sheet.name);
    const faults: string[] = [];
    if (expected.sheet_names && names.join("\n") !== expected.sheet_names.join("\n")) {
      faults.push(`the sheets are ${names.join(", ")}; expected ${expected.sheet_names.join(", ")}`);
    }
    for (const [name, rule] of Object.entries(expected.sheets)) {
      const sheet = name === "*" ? workbook.sheets[0] : workbook.sheets.find((one) => one.name === name);
      if (sheet) faults.push(...sheetFaults(sheet, rule));
      else faults.push(`there is no sheet ${name}, only ${names.join(", ")}`);
    }
    return scoreOf(faults, `all that is asked of ${result.path} is there`);
  },
});
