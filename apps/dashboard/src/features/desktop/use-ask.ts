"use client";
import { useCallback, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import type { Ask } from "./control.logic.ts";

/** One act of a person and what the server said to it. */
export function useAsk(): { ask: Ask; run: (act: () => Promise<unknown>) => void; reset: () => void } {
  const [ask, setAsk] = useState<Ask>({ status: "idle" });
  const run = useCallback((act: () => Promise<unknown>) => {
    setAsk({ status: "pending" });
    act().then(
      () => setAsk({ status: "success" }),
      (error: unknown) => {
        const problem = toProblem(error);
        setAsk({ status: "error", reason: [problem.message, problem.fix].filter(Boolean).join(" ") });
      },
    );
  }, []);
  const reset = useCallback(() => setAsk({ status: "idle" }), []);
  return { ask, run, reset };
}
