import { setTimeout as sleep } from "node:timers/promises";
import type { Policy } from "../types.ts";

/** The same policy, whose decisions take at least `paceMs` each. */
export function createPacedPolicy(policy: Policy, paceMs: number): Policy {
  return {
    name: policy.name,
    wantsPixels: policy.wantsPixels,
    async act(input) {
      const rest = sleep(paceMs, undefined, { signal: input.signal }).catch(() =>
        input.signal.throwIfAborted(),
      );
      const [output] = await Promise.all([policy.act(input), rest]);
      return output;
    },
  };
}
