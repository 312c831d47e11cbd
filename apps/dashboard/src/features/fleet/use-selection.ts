"use client";
import { useCallback, useRef, useState } from "react";
import { NOTHING, type Selection, selectRange, toggleMany, toggleOne } from "./selection.logic.ts";

/** What is selected on the wall. The functions stay the same, so that tiles need not draw again. */
export function useSelection(order: readonly string[]) {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const latest = useRef(order);
  latest.current = order;
  const select = useCallback((id: string, how: "toggle" | "range") => {
    if (!id) return;
    setSelection((before) =>
      how === "range" ? selectRange(before, id, latest.current) : toggleOne(before, id),
    );
  }, []);
  const selectMany = useCallback(
    (ids: readonly string[]) => setSelection((before) => toggleMany(before, ids)),
    [],
  );
  const clear = useCallback(() => setSelection(NOTHING), []);
  const selectAll = useCallback(
    () => setSelection(({ anchor }) => ({ ids: new Set(latest.current), anchor })),
    [],
  );
  return { selected: selection.ids, select, selectMany, selectAll, clear };
}
