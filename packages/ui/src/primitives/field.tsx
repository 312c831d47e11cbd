"use client";
import { clsx } from "clsx";
import { type ComponentProps, useId } from "react";

const INPUT =
  "focus-ring rounded-md border border-line-strong bg-panel text-text placeholder:text-faint aria-[invalid=true]:border-danger";

/** The class of an input: `field` fills its form, `compact` stands in a tool row and brings its own width. */
export function inputClass(size: "field" | "compact" | "area"): string {
  return clsx(
    INPUT,
    {
      field: "h-8 w-full px-2.5 text-sm",
      compact: "h-7 px-2 text-xs",
      area: "w-full px-2.5 py-1.5 font-mono text-xs",
    }[size],
  );
}

interface FieldFrame {
  label: string;
  hint?: React.ReactNode;
  error?: string | null | undefined;
}

function Frame({ id, label, hint, error, children }: FieldFrame & { id: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-xs">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-faint text-xs">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export type TextFieldProps = FieldFrame & Omit<ComponentProps<"input">, "id">;

/** A labelled input whose message says what is wrong and what would be right. */
export function TextField({ label, hint, error, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={clsx(inputClass("field"), className)}
      />
    </Frame>
  );
}

export type SelectFieldProps = FieldFrame &
  Omit<ComponentProps<"select">, "id"> & { options: readonly { value: string; label: string }[] };

/** A labelled choice; the platform's own control, so that it works by keyboard and on a phone. */
export function SelectField({ label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={clsx(inputClass("field"), className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
