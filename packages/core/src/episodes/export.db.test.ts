import { withContext } from "@deskrl/testing/database";
import { buildStep } from "@deskrl/testing/factories";
import { beforeEach, describe, expect, it } from "vitest";
import { buildJournal, clearFleet, createFleet, FAILURE, SUCCESS } from "../testing/fleet.ts";
import { exportEpisodesJsonl } from "./export-episodes-jsonl.ts";
import { exportOsworld } from "./export-osworld.ts";
import { ingestJournal } from "./ingest-journal.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const picture = (name: string) =>
  fixture.ctx.blobs.put(new Uint8Array([...PNG, ...Buffer.from(name)]), "image/png");

/** Two finished episodes of one task, one that is invalid of another. */
async function record() {
  const fleet = await createFleet(fixture.ctx, { desktops: 3, tasks: 2, spec: { episodes: 3 } });
  const INVALID = { verdict: "invalid", score: null, cause: "guest_timeout", reason: "It hung." } as const;
  for (const episode of fleet.episodes) {
    const result = [SUCCESS, INVALID, FAILURE][episode.position] ?? SUCCESS;
    const journal = buildJournal(episode.id, { steps: 2, result });
    for (const index of [0, 1]) {
      const step = buildStep({ episodeId: episode.id, index });
      const screenshot = await picture(`${episode.position}-${index}`);
      const record = { kind: "step", step: { ...step, observation: { ...step.observation, screenshot } } };
      Object.assign(journal[2 + index] ?? {}, { record: JSON.parse(JSON.stringify(record)) });
    }
    const finished = {
      kind: "finished",
      result,
      finalScreenshot: await picture(`${episode.position}-final`),
      at: new Date(),
    };
    Object.assign(journal.at(-1) ?? {}, { record: finished });
    await ingestJournal(fixture.ctx, { workerId: fleet.worker.id, entries: journal });
  }
  return fleet;
}

describe("JSON lines", () => {
  it("begin with the schema's version and hold every episode with all of its steps", async () => {
    await record();
    let text = "";
    for await (const chunk of exportEpisodesJsonl(fixture.ctx)) text += chunk;
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ schema: "deskrl.trajectories", version: 1 });
    expect(lines.slice(1).map((line) => line.kind)).toEqual([
      "episode",
      "step",
      "step",
      "episode",
      "step",
      "step",
      "episode",
      "step",
      "step",
    ]);
    expect(lines[1]).toMatchObject({
      verdict: "succeeded",
      taskKey: "task-000",
      runName: expect.any(String),
    });
    expect(lines[2]).toMatchObject({ index: 0, code: "Agent.click(coordinate=[1, 2])", reward: 1 });
  });

  it("hold only what passes the filters", async () => {
    await record();
    let lines = 0;
    for await (const _chunk of exportEpisodesJsonl(fixture.ctx, { verdict: "invalid" })) lines += 1;
    expect(lines).toBe(4);
  });
});

describe("OSWorld's result folder", () => {
  it("has its layout: one result per task and pass, no result for an invalid episode", async () => {
    await record();
    const files = new Map<string, Uint8Array>();
    for await (const file of exportOsworld(fixture.ctx)) files.set(file.path, file.bytes);
    const root = "api_gui/screenshot_a11y_tree/oracle-1";
    const stamp = "20260101@120000";
    expect([...files.keys()].sort()).toEqual(
      [
        `pass_1/${root}/args.json`,
        `pass_1/${root}/calc/task-000/result.txt`,
        `pass_1/${root}/calc/task-000/step_1_${stamp}.png`,
        `pass_1/${root}/calc/task-000/step_2_${stamp}.png`,
        `pass_1/${root}/calc/task-000/traj.jsonl`,
        `pass_1/${root}/writer/task-001/step_1_${stamp}.png`,
        `pass_1/${root}/writer/task-001/step_2_${stamp}.png`,
        `pass_1/${root}/writer/task-001/traj.jsonl`,
        `pass_2/${root}/args.json`,
        `pass_2/${root}/calc/task-000/result.txt`,
        `pass_2/${root}/calc/task-000/step_1_${stamp}.png`,
        `pass_2/${root}/calc/task-000/step_2_${stamp}.png`,
        `pass_2/${root}/calc/task-000/traj.jsonl`,
      ].sort(),
    );
    const text = (path: string) => Buffer.from(files.get(path) ?? []).toString();
    expect(text(`pass_1/${root}/calc/task-000/result.txt`)).toBe("1\n");
    expect(text(`pass_2/${root}/calc/task-000/result.txt`)).toBe("0\n");
    const lines = text(`pass_1/${root}/calc/task-000/traj.jsonl`)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(Object.keys(lines[0])).toEqual([
      "step_num",
      "action_timestamp",
      "action",
      "response",
      "reward",
      "done",
      "info",
      "screenshot_file",
    ]);
    expect(lines).toMatchObject([
      { step_num: 1, done: false, screenshot_file: `step_1_${stamp}.png`, reward: 1 },
      { step_num: 2, done: true, screenshot_file: `step_2_${stamp}.png`, reward: 1 },
    ]);
    expect(text(`pass_1/${root}/calc/task-000/step_1_${stamp}.png`)).toContain("0-1");
    expect(text(`pass_1/${root}/calc/task-000/step_2_${stamp}.png`)).toContain("0-final");
    expect(text(`pass_1/${root}/writer/task-001/traj.jsonl`)).toContain(
      '{"Error":"guest_timeout: It hung."}',
    );
  });

  it("can be of named episodes only", async () => {
    const { episodes } = await record();
    const paths: string[] = [];
    const episodeIds = [episodes[2]?.id ?? ""];
    for await (const file of exportOsworld(fixture.ctx, { episodeIds })) paths.push(file.path);
    expect(paths.every((path) => path.startsWith("pass_1/"))).toBe(true);
    expect(paths.filter((path) => path.endsWith("result.txt"))).toHaveLength(1);
  });
});
