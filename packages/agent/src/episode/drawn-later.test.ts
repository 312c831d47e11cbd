import { createHash } from "node:crypto";
import { createSimProvider, drawRecordings } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId, TaskDefinition } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";
import { createEvaluator, setUpTask } from "@deskrl/tasks";
import { expect, test, vi } from "vitest";
import { isPng } from "../observation/black-screenshot.ts";
import { writeAnswer } from "../policies/answer.ts";
import { createRandomPolicy } from "../policies/random.ts";
import type { Policy } from "../types.ts";
import { createPauseGate } from "./pause-gate.ts";
import { runEpisode } from "./run-episode.ts";

// Whole episodes with a picture drawn at each step.
vi.setConfig({ testTimeout: 60_000 });

const template = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" });
const TASK = TaskDefinition.parse({
  id: "sum",
  instruction: "Sum the column.",
  config: [
    { type: "upload_file", parameters: { files: [{ local_path: "a.csv", path: "/home/user/a.csv" }] } },
  ],
  evaluator: { func: "none" },
});

async function play(policy: Policy, given: { maxSteps?: number; upload?: Uint8Array } = {}) {
  const { maxSteps = 12, upload = Buffer.from("n\n1\n2\n") } = given;
  const provider = createSimProvider({ ownerId: "test" });
  const environmentId = newId("environment");
  await provider.ensure({ environmentId, template });
  const pauseGate = createPauseGate();
  const records: JournalRecord[] = [];
  const seen: Buffer[] = [];
  const pictures = new Map<string, Uint8Array>();
  const look = async () =>
    void seen.push(Buffer.from((await provider.get(environmentId).screenshot()).bytes));
  const episodeId = newId("episode");
  await runEpisode({
    episodeId,
    environmentId,
    provider,
    assignment: {
      task: TASK,
      files: [{ name: "a.csv", base64: Buffer.from(upload).toString("base64") }],
      policy: "random",
      policyVersion: "1",
      solution: null,
      maxSteps,
      deadlineMs: 600_000,
      seed: 1,
    },
    policy: {
      ...policy,
      act: async (input) => {
        await look();
        return policy.act(input);
      },
    },
    evaluator: createEvaluator(),
    setUp: setUpTask,
    record: async (record) => void records.push(record),
    pictures: {
      put: async (bytes) => {
        const hash = createHash("sha256").update(bytes).digest("hex");
        pictures.set(hash, bytes);
        return hash;
      },
    },
    pauseGate,
    signal: new AbortController().signal,
  });
  await look();
  const shown = records.flatMap((record) => {
    if (record.kind === "state") return [];
    const name = record.kind === "step" ? record.step.observation.screenshot : record.finalScreenshot;
    return [{ name, recording: record.recording }];
  });
  return { episodeId, shown, seen, pictures };
}

test("every picture of an episode, the last one too, is drawn later as it was then, from what was recorded up to it", {
  timeout: 60_000,
}, async () => {
  const { episodeId, shown, seen, pictures } = await play(createRandomPolicy(5, "1"));
  expect(shown.map(({ name }) => name)).toEqual(seen.map((_, index) => `${episodeId}.${index}`));
  const recordings = shown.flatMap(({ recording }) => (recording === undefined ? [] : [recording]));
  expect(recordings).toHaveLength(seen.length);
  for (const [index, picture] of seen.entries()) {
    const later = await drawRecordings(recordings.slice(0, index + 1));
    expect(Buffer.compare(Buffer.from(later), picture), `picture ${index}`).toBe(0);
  }
  expect(pictures.size).toBe(0);
});

test("what a policy saw before a person came in is no step, and what was done then is in the next one's recording", async () => {
  let asked = 0;
  const provider = createSimProvider({ ownerId: "test" });
  const environmentId = newId("environment");
  await provider.ensure({ environmentId, template });
  const pauseGate = createPauseGate();
  const recordings: string[] = [];
  await runEpisode({
    ...{ episodeId: newId("episode"), environmentId, provider, pauseGate, setUp: setUpTask },
    assignment: {
      ...{ task: TASK, files: [{ name: "a.csv", base64: "bgoxCg==" }], policy: "random", policyVersion: "1" },
      ...{ solution: null, maxSteps: 3, deadlineMs: 600_000, seed: 1 },
    },
    policy: {
      name: "held",
      wantsPixels: false,
      act: async () => {
        asked += 1;
        if (asked === 1) {
          pauseGate.set(true);
          await provider.get(environmentId).open({ app: "settings" });
          setTimeout(() => pauseGate.set(false), 10);
        }
        return { text: writeAnswer("end", "Agent.exit(success=True)"), policyVersion: "1" };
      },
    },
    evaluator: createEvaluator(),
    record: async (record) => {
      if (record.kind !== "state" && record.recording !== undefined) recordings.push(record.recording);
    },
    pictures: { put: async () => "" },
    signal: new AbortController().signal,
  });
  expect(recordings).toHaveLength(2);
  expect(await drawRecordings(recordings)).toEqual((await provider.get(environmentId).screenshot()).bytes);
});

test("a policy that wants pixels is given them, the very picture that is drawn later; others are given none", async () => {
  const given: (Uint8Array | null)[] = [];
  const looking = (wantsPixels: boolean): Policy => ({
    name: "looking",
    wantsPixels,
    act: async ({ screenshot }) => {
      given.push(screenshot);
      return { text: writeAnswer("end", "Agent.exit(success=True)"), policyVersion: "1" };
    },
  });
  const { shown } = await play(looking(true));
  await play(looking(false));
  expect(given.map((picture) => picture !== null && isPng(picture))).toEqual([true, false]);
  expect(await drawRecordings([shown[0]?.recording ?? ""])).toEqual(given[0]);
});

test("what is too large to be kept with the steps has its pictures taken at once", {
  timeout: 60_000,
}, async () => {
  const upload = Buffer.from("x".repeat(800_000));
  const { shown, pictures, seen } = await play(createRandomPolicy(5, "1"), { maxSteps: 2, upload });
  expect(shown.map(({ recording }) => recording)).toEqual([undefined, undefined, undefined]);
  expect(shown.map(({ name }) => Buffer.from(pictures.get(name ?? "") ?? []))).toEqual(seen);
});
