import { z } from "zod";
import { readCsv } from "../documents/csv.ts";
import { metricType, scoreOf } from "./metric-type.ts";
import { readReference } from "./reference.ts";

const Options = z.looseObject({ delimiter: z.string().length(1).default(",") });

/** Numbers are compared as numbers, so that `3.50` and `3.5` agree; everything else as text without outer blanks. */
function sameField(a: string, b: string): boolean {
  const [x, y] = [a.trim(), b.trim()];
  if (x === y) return true;
  return x !== "" && y !== "" && Math.abs(Number(x) - Number(y)) < 1e-6;
}

function rowFaults(found: string[][], asked: readonly string[][], path: string): string[] {
  const faults: string[] = [];
  if (found.length !== asked.length)
    faults.push(`${path} has ${found.length} rows; expected ${asked.length}`);
  for (const [index, row] of asked.entries()) {
    const actual = found[index];
    if (!actual) break;
    if (
      actual.length !== row.length ||
      row.some((field, column) => !sameField(field, actual[column] ?? ""))
    ) {
      faults.push(
        `row ${index + 1} of ${path} is ${JSON.stringify(actual)}; expected ${JSON.stringify(row)}`,
      );
    }
  }
  return faults;
}

/** OSWorld's comparison of two CSV files, row by row. */
export const compareCsv = metricType({
  accepts: ["file"],
  expects: "file",
  options: Options,
  async judge({ result, expected, options }) {
    const found = readCsv(result.bytes, result.path, options.delimiter);
    const asked = await readReference(() => readCsv(expected.bytes, expected.path, options.delimiter));
    return scoreOf(rowFaults(found, asked, result.path), `${result.path} has the expected rows`);
  },
});

const Field = z.union([z.string(), z.number()]).transform(String);

/** A CSV file's rows against those that stand in the task. */
export const checkCsv = metricType({
  accepts: ["file"],
  expects: "json",
  rules: z.strictObject({ rows: z.array(z.array(Field)).min(1) }),
  options: Options,
  judge({ result, expected, options }) {
    const found = readCsv(result.bytes, result.path, options.delimiter);
    return scoreOf(rowFaults(found, expected.rows, result.path), `${result.path} has the expected rows`);
  },
});
