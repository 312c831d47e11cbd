import { GETTER_TYPES } from "../getters/registry.ts";
import type { Score } from "../metrics/metric-type.ts";
import { METRIC_TYPES } from "../metrics/registry.ts";
import { bytesOf } from "./memory-desktop.ts";

/** Judges a file by a function, as an evaluation would; rules and options go through the checks of loading first. */
export async function judgeFile(
  func: string,
  file: Uint8Array | string,
  { rules, options, expected }: { rules?: unknown; options?: unknown; expected?: Uint8Array | string },
): Promise<Score> {
  const metric = METRIC_TYPES.get(func);
  if (!metric) throw new Error(`there is no function ${func}`);
  const problems = metric.check({ rules, options });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const result = { kind: "file", path: "/home/user/result", bytes: bytesOf(file) } as const;
  if (expected !== undefined) {
    const other = { kind: "file", path: "expected", bytes: bytesOf(expected) } as const;
    return metric.judge({ result, expected: other, options });
  }
  const rule = await GETTER_TYPES.get("rule")?.get({ type: "rule", rules }, NOWHERE);
  return metric.judge({ result, expected: rule ?? null, options });
}

/** `rule` needs no desktop. */
const NOWHERE = new Proxy(Object.create(null), {
  get() {
    throw new Error("a rule must not touch the desktop");
  },
});
