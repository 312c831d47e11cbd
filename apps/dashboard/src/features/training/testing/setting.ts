import type { SettingSpec } from "../types.ts";

/** A setting of a catalog: a whole number from 1 to 1,000. */
export function setting(given: Partial<SettingSpec> = {}): SettingSpec {
  return {
    name: "updates",
    label: "Updates",
    default: 120,
    min: 1,
    max: 1000,
    integer: true,
    origin: "ours",
    note: "",
    ...given,
  };
}
