import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { CorruptFile } from "./corrupt-file.ts";

const Rows = z.array(z.array(z.string()));

/** Reads a CSV file's rows. @throws CorruptFile when it is not text or its quotes do not close */
export function readCsv(bytes: Uint8Array, path: string, delimiter: string): string[][] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CorruptFile(`${path} is not text in UTF-8`, { cause });
  }
  try {
    return Rows.parse(parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true }));
  } catch (cause) {
    if (cause instanceof CsvError) throw new CorruptFile(`${path} is no CSV: ${cause.message}`, { cause });
    throw cause;
  }
}
