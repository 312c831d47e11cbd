import { z } from "zod";
import { plainWorkbook } from "../documents/plain-workbook.ts";
import { GuestPath } from "./parameters.ts";
import { stepType } from "./step-type.ts";

const TextFile = z.strictObject({ path: GuestPath, text: z.string() });
const Table = z.strictObject({
  path: GuestPath.endsWith(".xlsx", { error: "expected the path of an xlsx file" }),
  /** Name of its only sheet. */
  sheet: z.string().min(1).max(31),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/** Puts files on the desktop whose content stands in the task itself: texts, and workbooks of one sheet. Ours. */
export const writeFiles = stepType({
  parameters: z.object({ files: z.array(z.union([TextFile, Table])).min(1) }),
  async run({ files }, { desktop, signal }) {
    for (const file of files) {
      const bytes =
        "rows" in file ? plainWorkbook(file.sheet, file.rows) : new TextEncoder().encode(file.text);
      await desktop.files.write(file.path, bytes, { signal });
    }
  },
});
