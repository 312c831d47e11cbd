"use client";
import { PhaseKind } from "@deskrl/domain";
import { kindWord } from "./phases.logic.ts";
import { SettingRow } from "./setting-row.tsx";
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
              return (
                <SettingRow
                  key={key}
                  spec={spec}
                  name={`${kindWord(kind)}: ${spec.label}`}
                  value={values[key] ?? fallback}
                  fallback={fallback}
                  error={errors[key]}
                  onChange={(text) => set(key, text, fallback)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
