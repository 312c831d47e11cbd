import { RunSpec } from "@deskrl/domain";
import type { z } from "zod";

/** The form as typed: everything is text until it is checked. */
export interface RunForm {
  name: string;
  suite: string;
  policy: string;
  episodes: string;
  desktops: string;
  maxSteps: string;
  seed: string;
  tasks: string;
}

export type RunFormErrors = Partial<Record<keyof RunForm, string>>;

const NUMBERS = {
  episodes: { label: "Episodes", min: 1, max: 1_000_000 },
  desktops: { label: "Desktops", min: 1, max: 10_000 },
  maxSteps: { label: "Steps", min: 1, max: 1000 },
  seed: { label: "The seed", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER },
} as const;

/** Checks a form; each message says what is wrong and what would be right. */
export function parseRunForm(
  form: RunForm,
): { spec: z.input<typeof RunSpec>; errors: null } | { spec: null; errors: RunFormErrors } {
  const errors: RunFormErrors = {};
  const numbers = { episodes: 0, desktops: 0, maxSteps: 0, seed: 0 };
  for (const field of ["episodes", "desktops", "maxSteps", "seed"] as const) {
    const { label, min, max } = NUMBERS[field];
    const value = Number(form[field]);
    if (form[field].trim() === "" || !Number.isInteger(value)) {
      errors[field] = `${label} must be a whole number, such as ${field === "seed" ? 0 : 4}`;
    } else if (value < min || value > max) {
      errors[field] =
        `${label} must be between ${min.toLocaleString("en-US")} and ${max.toLocaleString("en-US")}`;
    }
    numbers[field] = value;
  }
  if (form.suite === "") errors.suite = "Choose a suite";
  if (form.name.length > 120) errors.name = "A name has at most 120 characters";
  if (Object.keys(errors).length > 0) return { spec: null, errors };
  const name = form.name.trim();
  const parsed = RunSpec.safeParse({
    ...(name ? { name } : {}),
    suite: form.suite,
    policy: form.policy,
    ...numbers,
    tasks: form.tasks.split(/[\s,]+/).filter(Boolean),
  });
  if (parsed.success) return { spec: parsed.data, errors: null };
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "name");
    if (field in form) errors[field as keyof RunForm] = issue.message;
  }
  return { spec: null, errors };
}
