import { clsx } from "clsx";
import type { SettingSpec } from "./types.ts";

const WORDS = { paper: "paper", "public config": "public config", ours: "ours" } as const;

/** Where a default comes from: the paper, another public configuration, or a choice of ours. */
export function OriginLabel({ spec }: { spec: SettingSpec }) {
  return (
    <span
      title={spec.note}
      className={clsx(
        "inline-block w-20 shrink-0 whitespace-nowrap rounded border px-1 text-center text-2xs",
        spec.origin === "ours" ? "border-line text-faint" : "border-line-strong text-muted",
      )}
    >
      {WORDS[spec.origin]}
    </span>
  );
}
