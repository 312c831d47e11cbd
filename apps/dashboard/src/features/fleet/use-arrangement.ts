"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { useClockOffset } from "../../lib/live/live-provider.tsx";
import type { WallState } from "../../lib/live/wall-store.ts";
import { arrange } from "./arrange.logic.ts";
import type { FleetParams } from "./fleet-filters.logic.ts";

/** An order that changes by itself is made anew this often: tiles that jump all the time cannot be looked at. */
const REORDER_MS = 5_000;

const CHANGING: ReadonlySet<string> = new Set(["stuck", "age", "reward", "state"]);

/**
 * The wall filtered, ordered and grouped. Counts and membership follow each change at once; the places of an order that
 * changes by itself are kept for some seconds.
 */
export function useArrangement(wall: WallState, params: FleetParams) {
  const clockOffset = useClockOffset();
  const [beat, setBeat] = useState(0);
  const alive = CHANGING.has(params.sort) || CHANGING.has(params.group);
  useEffect(() => {
    if (!alive) return;
    const timer = setInterval(() => setBeat((before) => before + 1), REORDER_MS);
    return () => clearInterval(timer);
  }, [alive]);
  const { state, run, worker, q, sort, group, closed } = params;
  const choice = useMemo(
    () => ({ state, run, worker, q, sort, group, closed }),
    [state, run, worker, q, sort, group, closed],
  );
  const at = useRef({ key: "", nowMs: 0 });
  const key = `${beat} ${sort} ${group}`;
  if (at.current.key !== key) at.current = { key, nowMs: Date.now() + clockOffset() };
  const { nowMs } = at.current;
  const arrangement = useMemo(() => arrange(wall.rows, choice, nowMs), [wall.rows, choice, nowMs]);
  const shown = useMemo(
    () => arrangement.sections.flatMap((section) => (section.closed ? [] : section.ids)),
    [arrangement],
  );
  return { ...arrangement, shown: useSame(shown) };
}

/** The same array as before while it holds the same: a change of rows alone moves no tile. */
function useSame(ids: string[]): string[] {
  const last = useRef(ids);
  const same = ids.length === last.current.length && ids.every((id, index) => id === last.current[index]);
  if (!same) last.current = ids;
  return last.current;
}
