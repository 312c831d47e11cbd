"use client";
import { useCallback, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPCClient } from "../../lib/api/trpc.ts";

export type BulkResult =
  | { id: string; outcome: "pending" | "done" }
  | { id: string; outcome: "refused"; reason: string };

/** Asks for several desktops at once, side by side, and keeps what became of each. */
export function useBulkRecycle() {
  const client = useTRPCClient();
  const [results, setResults] = useState<BulkResult[]>([]);
  const recycle = useCallback(
    async (ids: readonly string[]) => {
      setResults(ids.map((id) => ({ id, outcome: "pending" })));
      const settle = (result: BulkResult) =>
        setResults((all) => all.map((each) => (each.id === result.id ? result : each)));
      await Promise.all(
        ids.map((id) =>
          client.environment.recycle.mutate({ id }).then(
            () => settle({ id, outcome: "done" }),
            (error) => settle({ id, outcome: "refused", reason: toProblem(error).message }),
          ),
        ),
      );
    },
    [client],
  );
  const clear = useCallback(() => setResults([]), []);
  return { results, recycle, clear };
}
