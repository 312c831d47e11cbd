import type { WrittenStep } from "./read-worker-steps.ts";

const NAMED = 5;

/** What does not agree between what workers wrote down and what is stored, in words; empty when all does. */
export function compareSteps(written: readonly WrittenStep[], stored: ReadonlyMap<string, string>): string[] {
  const groups = new Map<string, string[]>();
  const note = (promise: string, key: string) => groups.set(promise, [...(groups.get(promise) ?? []), key]);
  const seen = new Map<string, string>();
  for (const { key, actionId, area } of written) {
    const twin = seen.get(key);
    if (twin !== undefined && twin !== actionId) note("a step was carried out once", key);
    seen.set(key, actionId);
    const found = stored.get(key);
    if (found === undefined)
      note(
        area === "done" ? "a step that was acknowledged is stored" : `a written step is stored (${area})`,
        key,
      );
    else if (found !== actionId) note("the step that is stored is the one that was carried out", key);
  }
  return [...groups].map(([promise, keys]) => {
    const more = keys.length > NAMED ? ` and ${keys.length - NAMED} more` : "";
    return `${promise}: not ${keys.slice(0, NAMED).join(", ")}${more}`;
  });
}
