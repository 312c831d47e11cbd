import type { Desktop } from "@deskrl/desktops";
import type { z } from "zod";
import { type Problem, problemsOf } from "../suites/malformed.ts";
import type { SuiteFile } from "../types.ts";

/** What a getter found. `missing` is the agent's doing (nothing where something should be), never a fault. */
export type Value =
  | { kind: "file"; path: string; bytes: Uint8Array }
  | { kind: "text"; text: string; what: string }
  | { kind: "json"; value: unknown }
  | { kind: "listing"; path: string; entries: ListedEntry[] }
  | { kind: "missing"; reason: string };
export type ValueKind = Exclude<Value["kind"], "missing">;

/** A file or folder, with its path below the folder that was listed. */
export interface ListedEntry {
  path: string;
  kind: "file" | "directory" | "link" | "other";
}

export interface GetterContext {
  desktop: Desktop;
  files: readonly SuiteFile[];
  signal: AbortSignal;
}

/** A way to get at a value, as it is registered under its OSWorld name. */
export interface GetterType {
  /** Kind of value it gives when there is one. */
  gives: ValueKind;
  check(parameters: unknown): Problem[];
  /** Names of the suite's files that it reads. */
  needs(parameters: unknown): string[];
  /** @throws AppError for a fault of the machinery only */
  get(parameters: unknown, context: GetterContext): Promise<Value>;
}

/** Ties a getter's parameter schema to its code. */
export function getterType<S extends z.ZodType>(definition: {
  gives: ValueKind;
  parameters: S;
  needs?: (parameters: z.output<S>) => string[];
  get: (parameters: z.output<S>, context: GetterContext) => Promise<Value>;
}): GetterType {
  return {
    gives: definition.gives,
    check(parameters) {
      const parsed = definition.parameters.safeParse(parameters);
      return parsed.success ? [] : problemsOf(parsed.error, parameters);
    },
    needs: (parameters) => definition.needs?.(definition.parameters.parse(parameters)) ?? [],
    get: (parameters, context) => definition.get(definition.parameters.parse(parameters), context),
  };
}
