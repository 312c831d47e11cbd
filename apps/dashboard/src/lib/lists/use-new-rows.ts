"use client";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";

/**
 * How many rows a list has gained since it was read. The list itself stays still, so that nothing jumps under the
 * reader; `show` reads it again from its start.
 */
export function useNewRows(options: {
  shownTotal: number | undefined;
  latestTotal: number | undefined;
  listKey: QueryKey;
}) {
  const queryClient = useQueryClient();
  const { shownTotal, latestTotal, listKey } = options;
  const count =
    shownTotal === undefined || latestTotal === undefined ? 0 : Math.max(0, latestTotal - shownTotal);
  return { count, show: () => void queryClient.resetQueries({ queryKey: listKey }) };
}
