import { describe, expect, it } from "vitest";
import { canonicalMetric, METRIC_ALIASES, METRIC_SOURCES } from "./metric-aliases.ts";
import { METRICS, metricSpec } from "./metrics.ts";

describe.each(METRIC_SOURCES)("the names of %s", (source) => {
  const entries = Object.entries(METRIC_ALIASES[source]);
  it("lead to metrics of the catalog, no two of them to the same", () => {
    const targets = entries.map(([, target]) => target);
    for (const target of targets) expect(metricSpec(target), target).not.toBeNull();
    expect(new Set(targets).size).toBe(targets.length);
  });
  it("mean the same when the source is not named", () => {
    for (const [alias, target] of entries) expect(canonicalMetric(alias)).toBe(target);
  });
});

it("leaves canonical names as they are and knows no others", () => {
  for (const { name } of METRICS) expect(canonicalMetric(name, "verl")).toBe(name);
  expect(canonicalMetric("kl", "verl")).toBeNull();
  expect(canonicalMetric("entropy_loss")).toBeNull();
  expect(canonicalMetric("constructor", "trl")).toBeNull();
});
