import type { RunKind } from "@deskrl/domain";
import type { NewRunKind } from "./new-run-dialog.tsx";

export const KIND_WORDS: Record<RunKind, string> = {
  training: "training",
  evaluation: "evaluation",
  external: "external",
};

/** What the address may say of the dialog; `true` is how older links ask for an evaluation. */
export const NEW_VALUES = ["train", "evaluate", "true"] as const;

/** The form that an address asks for; null for none. */
export function newRunKind(value: (typeof NEW_VALUES)[number] | null): NewRunKind | null {
  return value === "true" ? "evaluate" : value;
}
