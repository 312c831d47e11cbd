import { z } from "zod";
import { readPdf } from "../documents/pdf.ts";
import { metricType, scoreOf } from "./metric-type.ts";
import { readReference } from "./reference.ts";
import { likeness, quote } from "./text.ts";

/** A PDF file: how many pages it has, and texts that must or must not be in it. */
export const checkPdf = metricType({
  accepts: ["file"],
  expects: "json",
  rules: z.strictObject({
    pages: z.number().int().positive().optional(),
    include: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
  }),
  async judge({ result, expected }) {
    const { pages } = await readPdf(result.bytes, result.path);
    const text = pages.join(" ");
    const faults: string[] = [];
    if (expected.pages !== undefined && pages.length !== expected.pages) {
      faults.push(`${result.path} has ${pages.length} pages; expected ${expected.pages}`);
    }
    faults.push(
      ...expected.include
        .filter((part) => !text.includes(part))
        .map((part) => `${result.path} lacks ${quote(part)}`),
      ...expected.exclude
        .filter((part) => text.includes(part))
        .map((part) => `${result.path} must not have ${quote(part)}`),
    );
    return scoreOf(faults, `${result.path} is the PDF that is asked for`);
  },
});

/** OSWorld's comparison of two PDF files: how alike their texts are, page for page. */
export const comparePdfs = metricType({
  accepts: ["file"],
  expects: "file",
  async judge({ result, expected }) {
    const found = await readPdf(result.bytes, result.path);
    const asked = await readReference(() => readPdf(expected.bytes, expected.path));
    const score = likeness(found.pages.join("\n"), asked.pages.join("\n"));
    return {
      score,
      reason: `the text of ${result.path} is ${Math.round(score * 100)} % like the expected one`,
    };
  },
});
