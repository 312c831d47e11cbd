import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portOf } from "../lib/port-of.ts";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

const sent: SentSpan[] = [];
const logged: Record<string, unknown>[] = [];
/** A collector as any that speaks OTLP over HTTP. */
const collector = createServer((req, res) => {
  let body = "";
  req.on("data", (chunk) => {
    body += chunk;
  });
  req.on("end", () => {
    if (req.url === "/v1/traces")
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const { spans } of scopeSpans) sent.push(...spans);
    res.setHeader("content-type", "application/json");
    res.end("{}");
  });
});

let cp: ControlPlaneResource;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  cp = await controlPlaneResource({
    traceEndpoint: `http://127.0.0.1:${portOf(collector)}`,
    log: pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

test("an episode's trace begins with its wait in the queue and travels to the worker; the log carries the same ids", async () => {
  const worker = await cp.startWorker();
  await worker.take("desiredEnvironments", ({ environments }) => environments.length === 1);
  const [environmentId = ""] = worker.environmentIds;
  worker.report(environmentId, "ready");
  const run = await cp.program.run.create.mutate({
    ...{ suite: "small", policy: "oracle", episodes: 1, desktops: 1 },
  });
  const { episodeId, assignmentJson } = await worker.take("assignEpisode");
  const { traceparent, runId } = JSON.parse(assignmentJson);
  expect(runId).toBe(run.id);
  const ids = { runId: run.id, episodeId, environmentId, workerId: worker.workerId };
  expect(logged.find(({ msg }) => msg === "episode assigned")).toMatchObject(ids);

  await cp.stop();
  const [, traceId, spanId] = String(traceparent).split("-");
  const root = sent.find(({ name }) => name === "episode");
  const queue = sent.find(({ name }) => name === "queue");
  expect(root).toMatchObject({ traceId, spanId });
  expect(queue).toMatchObject({ traceId, parentSpanId: spanId });
  const attributes = Object.fromEntries(
    root?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [],
  );
  expect(attributes).toMatchObject({
    "deskrl.run": run.id,
    "deskrl.episode": episodeId,
    "deskrl.environment": environmentId,
    "deskrl.worker": worker.workerId,
  });
});
