import { withContext } from "@deskrl/testing/database";
import { describe, expect, it } from "vitest";
import { getRun } from "../runs/get-run.ts";
import { stopRun } from "../runs/stop-run.ts";
import { ACTOR } from "../testing/fleet.ts";
import { startTraining } from "../testing/trainer.ts";
import { createExternalRun } from "./create-external-run.ts";
import { exportMetricsCsv } from "./export-metrics-csv.ts";
import { ingestMetrics } from "./ingest-metrics.ts";
import { metricNames } from "./metric-names.ts";
import { metricSeries } from "./metric-series.ts";

const fixture = withContext();

async function createRun(name = "other trainer") {
  const { ctx } = fixture;
  const run = await createExternalRun(ctx, { actor: ACTOR, name });
  const log = (points: { name?: string; step: number; value: number | string }[], more: object = {}) =>
    ingestMetrics(ctx, {
      run: run.id,
      points: points.map((point) => ({ name: "policy/entropy", ...point })),
      ...more,
    });
  const draw = async (more: object = {}) => {
    const { series } = await metricSeries(ctx, { runIds: [run.id], names: ["policy/entropy"], ...more });
    return series[0];
  };
  return { id: run.id, log, draw };
}

describe("points of an external trainer", () => {
  it("make one curve whichever order they come in, also twice and late", async () => {
    const { id, log, draw } = await createRun();
    await log([5, 3, 4].map((step) => ({ step, value: step })));
    expect((await draw())?.step).toEqual([3, 4, 5]);
    await log([5, 3, 4].map((step) => ({ step, value: step })));
    await log([{ step: 1, value: 1 }]);
    await log([{ step: 6, value: 6 }]);
    await log([{ step: 4, value: 44 }]);
    expect(await draw()).toMatchObject({
      step: [1, 3, 4, 5, 6],
      value: [1, 3, 44, 5, 6],
      total: 5,
      bucket: 1,
    });
    expect(await metricNames(fixture.ctx, { runId: id })).toMatchObject([
      { name: "policy/entropy", alias: null, points: 5, spec: { unit: "nats" } },
    ]);
  });

  it("are stored whole when two requests write the same at the same time", async () => {
    const { log, draw } = await createRun();
    const points = Array.from({ length: 200 }, (_, step) => ({ step, value: step }));
    await Promise.all([log(points), log([...points].reverse()), log(points), log([...points].reverse())]);
    expect(await draw()).toMatchObject({ total: 200 });
  });

  it("may be NaN and infinite, and come back as such", async () => {
    const { log, draw } = await createRun();
    const value = ["NaN", 1, "Infinity", "-Infinity"];
    await log(value.map((one, step) => ({ step, value: one })));
    expect(await draw({ smoothing: 10 })).toMatchObject({ value, smoothed: [null, 1, null, null] });
  });

  it("come 10,000 in a request, and no more", async () => {
    const { log, draw } = await createRun();
    const points = Array.from({ length: 10_001 }, (_, step) => ({ step, value: Math.sin(step) }));
    await expect(log(points)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await draw()).toBeUndefined();
    expect(await log(points.slice(0, 10_000))).toMatchObject({ stored: 10_000 });
    const drawn = await draw({ maxPoints: 100 });
    expect(drawn?.total).toBe(10_000);
    expect(drawn?.step.length).toBeLessThanOrEqual(100);
    expect([drawn?.step[0], drawn?.step.at(-1)]).toEqual([0, 9_999]);
  });

  it("are cut to the range first; smoothing is of the whole curve all the same", async () => {
    const { log, draw } = await createRun();
    await log(Array.from({ length: 300 }, (_, step) => ({ step, value: step % 7 })));
    const all = await draw({ smoothing: 20, maxPoints: 2_000 });
    const part = await draw({ smoothing: 20, maxPoints: 2_000, fromStep: 100, toStep: 120 });
    expect(part).toMatchObject({ total: 21, bucket: 1 });
    expect(part?.step).toEqual(all?.step.slice(100, 121));
    expect(part?.smoothed).toEqual(all?.smoothed?.slice(100, 121));
  });

  it("of a newer attempt are drawn over those of an older one", async () => {
    const { log, draw } = await createRun();
    await log([1, 2, 3, 4].map((step) => ({ step, value: 1 })));
    await log(
      [3].map((step) => ({ step, value: 2 })),
      { attempt: 2 },
    );
    expect(await draw()).toMatchObject({ attempts: 2, value: [1, 1, 2, 1] });
  });

  it("have the canonical name where their trainer's is known, and their own where it is not", async () => {
    const { id, log } = await createRun();
    const points = ["actor/entropy", "actor/kl_loss", "my/number", "reward/mean"].map((name) => ({
      name,
      step: 1,
      value: 1,
    }));
    expect(await log(points, { source: "verl" })).toEqual({
      stored: 4,
      renamed: { "actor/entropy": "policy/entropy", "actor/kl_loss": "policy/kl_ref" },
      unknown: ["my/number"],
    });
    expect(await metricNames(fixture.ctx, { runId: id })).toMatchObject([
      { name: "my/number", spec: null },
      { name: "policy/entropy", alias: "actor/entropy" },
      { name: "policy/kl_ref", alias: "actor/kl_loss" },
      { name: "reward/mean", alias: null },
    ]);
  });

  it("of two names that mean one metric do not replace each other", async () => {
    const { log } = await createRun();
    const points = ["actor/entropy", "entropy"].map((name, value) => ({ name, step: 1, value }));
    expect(await log(points)).toMatchObject({
      renamed: { "actor/entropy": "policy/entropy" },
      unknown: ["entropy"],
    });
  });

  it.each([
    [{ step: -1, value: 1 }, "step"],
    [{ step: 1.5, value: 1 }, "step"],
    [{ step: 1, value: "high" }, "value"],
    [{ step: 1, value: 1, name: "two words" }, "name"],
    [{ step: 1, value: 1, at: "yesterday" }, "at"],
  ])(
    "that are wrong (%j) are refused by name, and nothing of the request is stored",
    async (wrong, field) => {
      const { log, draw } = await createRun();
      await expect(log([{ step: 0, value: 1 }, wrong])).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(field),
      });
      expect(await draw()).toBeUndefined();
    },
  );

  it("are not taken for a run that was stopped, is not external, or is not there", async () => {
    const { ctx } = fixture;
    const { id, log } = await createRun();
    await stopRun(ctx, { actor: ACTOR, id });
    expect(await getRun(ctx, { id })).toMatchObject({ state: "stopped", kind: "external" });
    await expect(log([{ step: 1, value: 1 }])).rejects.toMatchObject({ code: "conflict" });
    const { run } = await startTraining(ctx);
    const of = (runId: string) => ingestMetrics(ctx, { run: runId, points: [] });
    await expect(of(run.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(of("run_nothing")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the CSV of a panel", () => {
  it("holds the drawn points with the smoothed ones beside them, and says what was done", async () => {
    const { ctx } = fixture;
    const { id, log, draw } = await createRun('"first", best');
    await log(Array.from({ length: 100 }, (_, step) => ({ step, value: step % 2 ? "NaN" : step })));
    const view = { smoothing: 10, maxPoints: 40 };
    const drawn = await draw(view);
    const csv = await exportMetricsCsv(ctx, { runIds: [id], names: ["policy/entropy"], x: "step", ...view });
    const [said, names, ids, ...rows] = csv.trimEnd().split("\r\n");
    expect(said).toContain("smoothing: exponential moving average");
    expect(said).toContain(`every ${drawn?.bucket} steps`);
    expect(names).toBe('step,"""first"", best:policy/entropy","""first"", best:policy/entropy (smoothed)"');
    expect(ids).toBe(`,${id}:policy/entropy,${id}:policy/entropy`);
    expect(rows).toEqual(
      drawn?.step.map((step, index) => `${step},${drawn.value[index]},${drawn.smoothed?.[index] ?? ""}`),
    );
  });

  it.each(["time", "clock", "active"])("has as many rows along %s", async (x) => {
    const { ctx } = fixture;
    const { id, log } = await createRun();
    await log([1, 2, 3].map((step) => ({ step, value: step, at: `2026-01-01T12:00:0${step}.000Z` })));
    const csv = await exportMetricsCsv(ctx, { runIds: [id], names: ["policy/entropy"], x });
    const rows = csv.trimEnd().split("\r\n").slice(3);
    const first = { time: "0", clock: "2026-01-01T12:00:01.000Z", active: "0" }[x];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toBe(`${first},1,1`);
  });
});
