/**
 * A formula in the form in which two that say the same are equal: no `=`, blanks or `$`, capitals outside quoted text,
 * and none of the prefixes that files put before newer functions.
 */
export function normalFormula(formula: string): string {
  return formula
    .trim()
    .replace(/^\{?=?/, "")
    .replace(/\}$/, "")
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 ? part : part.replace(/_xlfn\.|_xlws\.|[\s$]/gi, "").toUpperCase()))
    .join("");
}

/** Whether two formulas say the same. */
export function sameFormula(a: string, b: string): boolean {
  return normalFormula(a) === normalFormula(b);
}
