"use client";
import { inputClass } from "@deskrl/ui";
import { clsx } from "clsx";
import { OriginLabel } from "./origin-label.tsx";
import { settingHint } from "./train-spec.logic.ts";
import type { SettingSpec } from "./types.ts";

/** One setting: its value, where its default comes from, and whether it differs from what it was. */
export function SettingRow(props: {
  spec: SettingSpec;
  /** Of the field, for readers. */
  name: string;
  /** As typed. */
  value: string;
  /** What it is unless changed here: the default, or what the run was started with. */
  fallback: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}) {
  const { spec, name, value, fallback, error, onChange } = props;
  const common = {
    "aria-label": name,
    "aria-invalid": error ? true : undefined,
    value,
    className: clsx(inputClass("compact"), "w-28 shrink-0"),
  } as const;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-xs">
      <span className="min-w-28 flex-1" title={`${spec.note} ${settingHint(spec)}.`}>
        {spec.label}
      </span>
      {value !== fallback && (
        <button
          type="button"
          onClick={() => onChange(fallback)}
          title={`Back to ${fallback}`}
          className="focus-ring rounded bg-accent-soft px-1 text-2xs text-accent"
        >
          was {fallback}
        </button>
      )}
      <OriginLabel spec={spec} ofRun={fallback !== String(spec.default)} />
      {spec.choices ? (
        <select {...common} onChange={(event) => onChange(event.target.value)}>
          {spec.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input {...common} inputMode="decimal" onChange={(event) => onChange(event.target.value)} />
      )}
      {error && (
        <p role="alert" className="basis-full text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
