import type { Desktop } from "@deskrl/desktops";
import type { z } from "zod";
import { type Problem, problemsOf } from "../suites/malformed.ts";
import type { SuiteFile } from "../types.ts";

/** What a set-up or postconfig step works with. */
export interface StepContext {
  desktop: Desktop;
  files: readonly SuiteFile[];
  signal: AbortSignal;
  /** In postconfig the agent may have closed a window: that a window is gone is then no fault. */
  phase: "setup" | "postconfig";
}

/** A kind of step, as it is registered under its OSWorld name. */
export interface StepType {
  /** What is wrong with the parameters; empty when they can be run. */
  check(parameters: unknown): Problem[];
  /** Names of the suite's files that it uploads. */
  needs(parameters: unknown): string[];
  /** @throws AppError when the step did not do what it says */
  run(parameters: unknown, context: StepContext): Promise<void>;
}

/** Ties a step's parameter schema to its code, so that nothing unchecked reaches a desktop. */
export function stepType<S extends z.ZodType>(definition: {
  parameters: S;
  needs?: (parameters: z.output<S>) => string[];
  run: (parameters: z.output<S>, context: StepContext) => Promise<void>;
}): StepType {
  return {
    check(parameters) {
      const parsed = definition.parameters.safeParse(parameters);
      return parsed.success ? [] : problemsOf(parsed.error, parameters, "parameters");
    },
    needs: (parameters) => definition.needs?.(definition.parameters.parse(parameters)) ?? [],
    run: (parameters, context) => definition.run(definition.parameters.parse(parameters), context),
  };
}
