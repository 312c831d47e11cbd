import type { Phase } from "@deskrl/domain";
import { Check, X } from "lucide-react";

/** What the last resume put back, each item named; what was not put back is said, not left out. */
export function RestoredNote({
  restored,
  attempt,
}: {
  restored: NonNullable<Phase["restored"]>;
  attempt: number;
}) {
  const items: [string, boolean, string][] = [
    ["step", true, String(restored.step)],
    ["data cursor", true, String(restored.dataCursor)],
    ["policy version", true, String(restored.policyVersion)],
    ["optimiser", restored.optimiser, ""],
    ["reference", restored.reference, ""],
    ["random state", restored.random, ""],
  ];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs">
      <span className="text-faint">Attempt {attempt} restored</span>
      {items.map(([name, there, value]) => (
        <span
          key={name}
          data-hue={there ? "succeeded" : "failed"}
          className="num inline-flex items-center gap-1"
          title={there ? `${name} was restored` : `${name} was not restored`}
        >
          {there ? (
            <Check aria-hidden="true" size={11} className="text-hue" />
          ) : (
            <X aria-hidden="true" size={11} className="text-hue" />
          )}
          {name} {there ? value : "not restored"}
        </span>
      ))}
    </p>
  );
}
