import { join } from "node:path";
import { AppError, newId, type WorkerProblem } from "@deskrl/domain";
import { createEvaluator } from "@deskrl/tasks";
import { expect, test, vi } from "vitest";
import { Journal } from "../journal/journal.ts";
import { createMemoryProvider } from "../testing/memory-provider.ts";
import { temporaryDirectory } from "../testing/temporary-directory.ts";
import { createTestLog } from "../testing/test-log.ts";
import { EpisodeRunner } from "./episode-runner.ts";

async function setUp(
  occupy: (environmentId: string) => Promise<void> = async () => {},
  closedFor?: () => WorkerProblem | undefined,
) {
  const { log } = createTestLog();
  const journal = await Journal.open({
    dir: join(await temporaryDirectory(), "journal"),
    keepDone: false,
    log,
  });
  const refused: { episodeId: string; reason: string }[] = [];
  const released: string[] = [];
  const runner = new EpisodeRunner({
    environments: { occupy, release: (_, episodeId) => void released.push(episodeId) },
    provider: createMemoryProvider(),
    journal,
    pictures: { put: async () => "0".repeat(64) },
    setUp: async () => {},
    evaluator: createEvaluator(),
    ...(closedFor ? { closedFor } : {}),
    refuse: (refusal) => void refused.push(refusal),
    log,
  });
  return { runner, journal, refused, released };
}

const assigned = (assignmentJson: string) => ({
  episodeId: newId("episode"),
  epoch: 1n,
  environmentId: newId("environment"),
  assignmentJson,
});

test("an assignment that cannot be read is recorded as invalid, not refused again and again", async () => {
  for (const json of ["{", "{}"]) {
    const { runner, journal, refused, released } = await setUp();
    const episode = assigned(json);
    runner.assign(episode);
    await vi.waitFor(() => expect(released).toEqual([episode.episodeId]));
    const [text] = (await journal.files[0]?.read(0, { maxBytes: 1e6, maxEntries: 10 })) ?? [];
    expect(JSON.parse(text ?? "")).toMatchObject({
      kind: "finished",
      result: { verdict: "invalid", cause: "task_malformed", score: null },
    });
    expect(refused).toEqual([]);
    expect(runner.running).toEqual([]);
    await journal.close();
  }
});

test("an episode whose desktop cannot be had is refused with the reason and leaves nothing", async () => {
  const { runner, journal, refused } = await setUp(async (environmentId) => {
    throw new AppError("no_capacity", `${environmentId} is failed: no image.`);
  });
  const episode = assigned("{}");
  runner.assign(episode);
  await vi.waitFor(() => expect(refused).toHaveLength(1));
  expect(refused[0]).toMatchObject({ episodeId: episode.episodeId, epoch: 1n });
  expect(refused[0]?.reason).toContain("is failed: no image.");
  expect(journal.files).toEqual([]);
});

test("a worker that is short of disk refuses what comes, and what runs goes on", async () => {
  let problem: WorkerProblem | undefined;
  const { runner, refused } = await setUp(
    () => new Promise(() => {}),
    () => problem,
  );
  runner.assign(assigned("{}"));
  problem = { code: "disk_full", message: "Takes no episode: 1 MiB left.", fix: "Free space." };
  runner.assign(assigned("{}"));
  expect(refused).toMatchObject([{ reason: "Takes no episode: 1 MiB left." }]);
  expect(runner.running).toHaveLength(1);
  expect(runner.running[0]?.signal.aborted).toBe(false);
});

test("told twice, an episode runs once; told with a newer lease, the old one is fenced first", async () => {
  let occupied = 0;
  const { runner, refused } = await setUp(() => {
    occupied += 1;
    return new Promise(() => {});
  });
  const episode = assigned("{}");
  runner.assign(episode);
  runner.assign(episode);
  expect([occupied, refused.length, runner.running.length]).toEqual([1, 0, 1]);
  const [first] = runner.running;
  runner.assign({ ...episode, epoch: 2n });
  expect(first?.signal.aborted).toBe(true);
  expect(refused).toMatchObject([{ episodeId: episode.episodeId, epoch: 2n }]);
});

test("a fence or a cancel for another lease does not touch the episode", async () => {
  const { runner } = await setUp(() => new Promise(() => {}));
  const episode = assigned("{}");
  runner.assign(episode);
  const [running] = runner.running;
  runner.fence([{ ...episode, epoch: 9n }]);
  runner.cancel({ ...episode, epoch: 9n, reason: "x" });
  runner.pause({ ...episode, epoch: 9n, paused: true });
  expect([running?.signal.aborted, running?.pauseGate.paused]).toEqual([false, false]);
  runner.pause({ ...episode, paused: true });
  expect(running?.pauseGate.paused).toBe(true);
  runner.fence([episode]);
  expect(running?.signal.reason).toMatchObject({ code: "fenced" });
});

test("a stopping worker takes nothing new and ends what runs so that it is tried again, in a bounded time", async () => {
  const { runner, refused } = await setUp(() => new Promise(() => {}));
  runner.assign(assigned("{}"));
  const [running] = runner.running;
  await runner.stop(50);
  expect(running?.signal.reason).toMatchObject({
    invalidCause: "worker_lost",
    message: "The worker is stopping.",
  });
  runner.assign(assigned("{}"));
  expect(refused).toMatchObject([{ reason: "The worker is stopping." }]);
});
