import { formatX, X_WORDS, type XRange } from "@deskrl/ui";
import type { RunRow } from "../../lib/api/types.ts";
import type { BoardParams } from "./board-params.logic.ts";

/** What a picture of a panel is of, in lines: the runs, the stretch of the axis, and how it was smoothed. */
export function captionOf(
  { runs, zoomed }: { runs: readonly Pick<RunRow, "id" | "name" | "kind">[]; zoomed: boolean },
  { x, smooth }: Pick<BoardParams, "x" | "smooth">,
  [from, to]: XRange,
): string[] {
  const axis = `${X_WORDS[x]} ${formatX(x, from)} to ${formatX(x, to)}${zoomed ? ", zoomed" : ""}`;
  const line = smooth > 0 ? `moving average over ${smooth} steps, as logged behind it` : "as logged";
  const stand = runs.some(({ kind }) => kind === "training") ? ["simulated desktop, small policy"] : [];
  return [runs.map(({ id, name }) => `${name} (${id})`).join(", "), [axis, line, ...stand].join(" \u00b7 ")];
}
