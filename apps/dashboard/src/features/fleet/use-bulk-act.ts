"use client";
import type { RouterInputs } from "@deskrl/api";
import { useCallback, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPCClient } from "../../lib/api/trpc.ts";

/** What can be done to many: acts on desktops, and `cordon`, which is done to the workers that hold them. */
export type BulkAct = RouterInputs["environment"]["act"]["act"] | "cordon";

export type BulkResult =
  | { id: string; outcome: "pending" | "done" }
  | { id: string; outcome: "refused"; reason: string };

/** As many at a time, so that results come in while the rest is on its way. */
const PART = 50;

/** Does one thing to exactly the desktops (or workers) it is given, and keeps what became of each. */
export function useBulkAct() {
  const client = useTRPCClient();
  const [act, setAct] = useState<BulkAct | null>(null);
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const run = useCallback(
    async (chosen: BulkAct, ids: readonly string[]) => {
      setAct(chosen);
      setResults(new Map(ids.map((id) => [id, { id, outcome: "pending" }])));
      const cordon = (id: string): Promise<BulkResult> =>
        client.worker.setState.mutate({ id, state: "cordoned" }).then(
          () => ({ id, outcome: "done" }),
          (error) => ({ id, outcome: "refused", reason: toProblem(error).message }),
        );
      const settle = (settled: readonly BulkResult[]) =>
        setResults((all) => new Map([...all, ...settled.map((each) => [each.id, each] as const)]));
      for (let at = 0; at < ids.length; at += PART) {
        const part = ids.slice(at, at + PART);
        try {
          if (chosen === "cordon") settle(await Promise.all(part.map(cordon)));
          else settle(await client.environment.act.mutate({ act: chosen, ids: part }));
        } catch (error) {
          const reason = toProblem(error).message;
          settle(part.map((id) => ({ id, outcome: "refused", reason })));
        }
      }
    },
    [client],
  );
  const clear = useCallback(() => setResults(new Map()), []);
  return { act, results: [...results.values()], run, clear };
}
