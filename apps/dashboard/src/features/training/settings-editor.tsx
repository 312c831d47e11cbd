"use client";
import { PhaseKind } from "@deskrl/domain";
import { inputClass } from "@deskrl/ui";
import { clsx } from "clsx";
import { OriginLabel } from "./origin-label.tsx";
import { kindWord } from "./phases.logic.ts";
import { settingHint } from "./train-spec.logic.ts";
import type { Catalog } from "./types.ts";

/** Every setting of every kind of phase: its value, where its default comes from, and whether it differs from it. */
export function SettingsEditor(props: {
  catalog: Catalog;
  /** What was typed, by `kind.name`. */
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}) {
  const { catalog, values, errors, onChange } = props;
  const set = (key: string, text: string, fallback: string) => {
    const { [key]: _, ...rest } = values;
    onChange(text === fallback ? rest : { ...rest, [key]: text });
  };
  return (
    <div className="space-y-3">
      {PhaseKind.options.map((kind) => (
        <fieldset key={kind}>
          <legend className="mb-1 text-faint text-xs">{kindWord(kind)}</legend>
          <div className="space-y-1">
            {catalog[kind].map((spec) => {
              const key = `${kind}.${spec.name}`;
              const fallback = String(spec.default);
              const value = values[key] ?? fallback;
              const error = errors[key];
              const common = {
                "aria-label": `${kindWord(kind)}: ${spec.label}`,
                "aria-invalid": error ? true : undefined,
                value,
                className: clsx(inputClass("compact"), "w-28 shrink-0"),
              } as const;
              return (
                <div key={key} className="flex flex-wrap items-center gap-x-2 text-xs">
                  <span className="min-w-40 flex-1" title={`${spec.note} ${settingHint(spec)}.`}>
                    {spec.label}
                  </span>
                  {value !== fallback && (
                    <button
                      type="button"
                      onClick={() => set(key, fallback, fallback)}
                      title={`Back to ${fallback}`}
                      className="focus-ring rounded bg-accent-soft px-1 text-2xs text-accent"
                    >
                      was {fallback}
                    </button>
                  )}
                  <OriginLabel spec={spec} />
                  {spec.choices ? (
                    <select {...common} onChange={(event) => set(key, event.target.value, fallback)}>
                      {spec.choices.map((choice) => (
                        <option key={choice}>{choice}</option>
                      ))}
                    </select>
                  ) : (
                    <input
                      {...common}
                      inputMode="decimal"
                      onChange={(event) => set(key, event.target.value, fallback)}
                    />
                  )}
                  {error && (
                    <p role="alert" className="basis-full text-danger">
                      {error}
                    </p>
                  )}
                </div>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
