import { join } from "node:path";
import { createFilesystemBlobStore } from "@deskrl/blobs";
import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import { definitionOf, generateTasks } from "@deskrl/tasks/generator";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, test, vi } from "vitest";
import { Journal } from "../journal/journal.ts";
import { Uploader } from "../journal/uploader.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { EpisodeRunner } from "./episode-runner.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

/** A real episode on a simulated desktop, up to the moment when all of it is stored. */
async function play(traceparent: string | undefined) {
  const root = await temporaryDirectory();
  const { log, lines } = createTestLog();
  const exporter = new InMemorySpanExporter();
  const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const provider = createSimProvider({ ownerId: "test", seed: 1 });
  const environmentId = newId("environment");
  const template = EnvironmentTemplate.parse({ name: "office", provider: "sim", image: "sim" });
  await provider.ensure({ environmentId, template }, { signal: AbortSignal.timeout(10_000) });
  const pictures = createFilesystemBlobStore({ root: join(root, "pictures") });
  const journal = await Journal.open({ dir: join(root, "journal"), keepDone: false, log });
  const released: string[] = [];
  const runner = new EpisodeRunner({
    environments: { occupy: async () => {}, release: (_, id) => void released.push(id) },
    ...{ provider, journal, pictures, setUp: setUpTask, evaluator: createEvaluator(), log },
    tracer: tracing.getTracer("test"),
    refuse: ({ reason }) => {
      throw new Error(reason);
    },
  });
  const uploader = new Uploader({
    ...{ journal, blobs: pictures, log },
    target: {
      putBlob: async () => {},
      ingest: async (entries) => ({
        stored: { [episodeId]: entries.length + (entries[0]?.index ?? 0) },
        rejected: [],
      }),
    },
    onRejected: () => {},
    onStored: (file) => runner.stored(file),
  });
  const [task] = generateTasks({ seed: 5, count: 1, split: "train" });
  if (!task) throw new Error("no task");
  const episodeId = newId("episode");
  const assignment = {
    ...{ task: definitionOf(task), files: [], policy: "random", policyVersion: "1", solution: null },
    ...{ maxSteps: 3, deadlineMs: 60_000, seed: 1, runId: "run_1" },
    ...(traceparent ? { traceparent } : {}),
  };
  runner.assign({ episodeId, epoch: 1n, environmentId, assignmentJson: JSON.stringify(assignment) });
  await vi.waitFor(() => expect(released).toEqual([episodeId]), { timeout: 30_000 });
  const beforeDelivery = exporter.getFinishedSpans().map(({ name }) => name);
  await uploader.flush();
  await journal.close();
  await provider.close({ destroyAll: true });
  return { spans: exporter.getFinishedSpans(), beforeDelivery, lines, episodeId, environmentId };
}

test("an episode's spans hang below the control plane's, and the last ends when all is stored", {
  timeout: 60_000,
}, async () => {
  const { spans, beforeDelivery, episodeId, environmentId } = await play(`00-${TRACE_ID}-${PARENT}-01`);
  expect(beforeDelivery).toEqual(["reset", "act", "judge"]);
  expect(spans.map(({ name }) => name)).toEqual(["reset", "act", "judge", "store"]);
  for (const span of spans) {
    expect(span.spanContext().traceId).toBe(TRACE_ID);
    expect(span.parentSpanContext?.spanId).toBe(PARENT);
    expect(span.attributes).toMatchObject({
      "deskrl.run": "run_1",
      "deskrl.episode": episodeId,
      "deskrl.environment": environmentId,
    });
  }
  const act = spans.find(({ name }) => name === "act");
  expect(act?.events.filter(({ name }) => name === "step").length).toBeGreaterThan(0);
  const judge = spans.find(({ name }) => name === "judge");
  expect(judge?.attributes["deskrl.verdict"]).toMatch(/succeeded|failed/);
});

test("what a worker logs of an episode carries the ids that join it", { timeout: 60_000 }, async () => {
  const { lines, episodeId, environmentId } = await play(undefined);
  const ids = { runId: "run_1", episodeId, environmentId };
  for (const msg of ["episode begins", "episode ended"])
    expect(lines.find((line) => line.msg === msg)).toMatchObject(ids);
});
