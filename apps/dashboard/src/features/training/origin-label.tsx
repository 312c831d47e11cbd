import { clsx } from "clsx";
import type { SettingSpec } from "./types.ts";

/** Where a value comes from: the paper, another public configuration, a choice of ours, or this very run. */
export function OriginLabel(props: { spec: Pick<SettingSpec, "origin" | "note">; ofRun?: boolean }) {
  const { spec, ofRun = false } = props;
  return (
    <span
      title={ofRun ? `As this run was started, not the default. ${spec.note}` : spec.note}
      className={clsx(
        "inline-block w-20 shrink-0 whitespace-nowrap rounded border px-1 text-center text-2xs",
        ofRun || spec.origin !== "ours" ? "border-line-strong text-muted" : "border-line text-faint",
      )}
    >
      {ofRun ? "this run" : spec.origin}
    </span>
  );
}
