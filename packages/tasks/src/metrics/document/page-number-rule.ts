import { z } from "zod";
import type { DocumentFacts } from "../../documents/word-document.ts";

/** Where the page number must stand; `false`: there must be none. */
export const PageNumberRule = z.union([
  z.literal(false),
  z.strictObject({
    in: z.enum(["header", "footer"]),
    align: z.enum(["left", "center", "right"]).optional(),
  }),
]);
export type PageNumberRule = z.infer<typeof PageNumberRule>;

/** What is wrong with a document's page number. */
export function pageNumberFaults(document: DocumentFacts, rule: PageNumberRule): string[] {
  const numbered = document.margins.filter((margin) => margin.pageNumber !== null);
  const show = (kind: string, align: string | null | undefined) =>
    `in the ${kind}${align ? `, ${align}` : ""}`;
  const found = numbered.map((margin) => show(margin.kind, margin.pageNumber)).join(" and ");
  if (rule === false) return found ? [`there is a page number ${found}; expected none`] : [];
  const right = numbered.some(
    (margin) => margin.kind === rule.in && (rule.align === undefined || margin.pageNumber === rule.align),
  );
  if (right) return [];
  const asked = show(rule.in, rule.align);
  return [
    found
      ? `the page number is ${found}; expected it ${asked}`
      : `there is no page number; expected one ${asked}`,
  ];
}
