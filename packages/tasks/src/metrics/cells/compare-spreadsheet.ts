import { z } from "zod";
import { readWorkbook, type WorkbookFacts } from "../../documents/workbook.ts";
import { metricType, scoreOf } from "../metric-type.ts";
import { readReference } from "../reference.ts";
import { isRange, parseRange, type Range } from "./range.ts";
import { usedRange, valueDifferences } from "./sheet-difference.ts";

interface Position {
  sheet: string | null;
  range: string;
}

/** Reads `'Sheet 1'!A1:B2,C3`: ranges between commas, each with its sheet or without. */
function positions(text: string): Position[] {
  const parts = text.match(/(?:'[^']*'!?|[^,'])+/g) ?? [];
  return parts.map((part) => {
    const clean = part.trim().replace(/^'([^'!]+![^']+)'$/, "$1");
    const cut = clean.lastIndexOf("!");
    const sheet = cut < 0 ? null : clean.slice(0, cut).replace(/^'|'$/g, "");
    return { sheet, range: clean.slice(cut + 1).replace(/^'|'$/g, "") };
  });
}

function positionFaults(
  found: WorkbookFacts,
  asked: WorkbookFacts,
  { sheet: name, range }: Position,
): string[] {
  const pick = (book: WorkbookFacts) =>
    name ? book.sheets.find((one) => one.name === name) : book.sheets[0];
  const reference = pick(asked);
  if (!reference) throw new Error(`the task's own file has no sheet ${name ?? "at all"}`);
  const sheet = pick(found);
  if (!sheet) return [`there is no sheet ${name ?? "at all"}`];
  const area: Range = isRange(range) ? parseRange(range) : usedRange(sheet, reference);
  return valueDifferences(sheet, reference, area);
}

/** OfficeWorld's comparison: the values at `answer_position`, or all values of every sheet when it is left out. */
export const compareSpreadsheet = metricType({
  accepts: ["file"],
  expects: "file",
  options: z.looseObject({ instruction_type: z.string().optional(), answer_position: z.string().optional() }),
  async judge({ result, expected, options }) {
    const found = await readWorkbook(result.bytes, result.path);
    const asked = await readReference(() => readWorkbook(expected.bytes, expected.path));
    const places = options.answer_position
      ? positions(options.answer_position)
      : asked.sheets.map((sheet) => ({ sheet: sheet.name, range: "" }));
    const faults = places.flatMap((place) => positionFaults(found, asked, place));
    return scoreOf(faults, `${result.path} has the expected values`);
  },
});
