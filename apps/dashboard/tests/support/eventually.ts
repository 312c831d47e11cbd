import { vi } from "vitest";
import { PATIENCE_MS } from "./running-dashboard.ts";

/** Asks until the answer passes, and fails with the last failure. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 250 });
}
