import { expect, test } from "vitest";
import { createMetrics } from "./create-metrics.ts";
import { observeEvents, routeOf } from "./observe.ts";

test("addresses have few names, however many there are", () => {
  expect(
    ["/trpc/run.list", "/api/blobs/abc", "/api/v1/metrics", "/metrics", "/api/else"].map(routeOf),
  ).toEqual(["/trpc/", "/api/blobs/", "/api/v1/", "/metrics", "/api/"]);
  expect(["/", "/fleet/env_1", "/../../etc", "/_next/x.js"].map(routeOf)).toEqual(Array(4).fill("dashboard"));
});

test("a verdict is counted once, a change without one is not", async () => {
  const metrics = createMetrics();
  const event = {
    sequence: 1,
    subjectId: "ep_1",
    runId: null,
    at: new Date(),
    type: "episode:changed",
  } as const;
  observeEvents(metrics, [
    { ...event, payload: { state: "acting", verdict: null } },
    { ...event, payload: { state: "finished", verdict: "invalid", cause: "worker_lost" } },
  ]);
  expect((await metrics.episodesFinished.get()).values).toEqual([
    { labels: { verdict: "invalid", cause: "worker_lost" }, value: 1 },
  ]);
});
