import { AppError } from "@deskrl/domain";
import { withContext } from "@deskrl/testing/database";
import { buildStep } from "@deskrl/testing/factories";
import { beforeEach, expect, it } from "vitest";
import { buildJournal, clearFleet, createFleet, SUCCESS } from "../testing/fleet.ts";
import { exportOsworld } from "./export-osworld.ts";
import { ingestJournal } from "./ingest-journal.ts";
import { readPicture } from "./read-picture.ts";
import type { Replayer } from "./replayer.ts";

const fixture = withContext();
beforeEach(() => clearFleet(fixture.ctx));

const replayer: Replayer = {
  replay: () => [],
  picture: async () => Buffer.from("of no trainer"),
  drawn: async (recordings, { width } = {}) => {
    if (recordings.includes("broken"))
      throw new AppError("invalid_input", "The recording of the desktop cannot be read.");
    return Buffer.from(`${recordings.join("+")} ${width ?? "whole"}`);
  },
};

/** An episode of two steps whose pictures are drawn from recordings, as a worker delivers it. */
async function record(texts: (string | undefined)[] = ["first", "second", "last"]) {
  const ctx = { ...fixture.ctx, replayer };
  const fleet = await createFleet(ctx, { desktops: 1, tasks: 1, spec: { episodes: 1 } });
  const id = fleet.episodes[0]?.id ?? "";
  const entries = buildJournal(id, { steps: 2 });
  const at = new Date();
  const withRecording = (record: object, recording: string | undefined) =>
    JSON.parse(JSON.stringify({ ...record, recording }));
  for (const index of [0, 1]) {
    const step = buildStep({ episodeId: id, index });
    const observation = { ...step.observation, screenshot: `${id}.${index}` };
    const record = withRecording({ kind: "step", step: { ...step, observation } }, texts[index]);
    Object.assign(entries[2 + index] ?? {}, { record });
  }
  const finished = { kind: "finished", result: SUCCESS, finalScreenshot: `${id}.2`, at };
  Object.assign(entries.at(-1) ?? {}, { record: withRecording(finished, texts[2]) });
  const deliver = (some = entries) => ingestJournal(ctx, { workerId: fleet.worker.id, entries: some });
  return { ctx, id, entries, deliver };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

it("a picture is drawn from all that was recorded up to it, whole or small", async () => {
  const { ctx, id, deliver } = await record();
  await deliver();
  expect(text(await readPicture(ctx, `${id}.0`))).toBe("first whole");
  expect(text(await readPicture(ctx, `${id}.1`, { width: 320 }))).toBe("first+second 320");
  expect(text(await readPicture(ctx, `${id}.2`))).toBe("first+second+last whole");
});

it("delivered in parts, and again after a lost answer, it is kept once and goes with its episode", async () => {
  const hostile = JSON.stringify({ text: "\u0000 \ud800 '" });
  const { ctx, id, entries, deliver } = await record([hostile, "second", "last"]);
  await deliver(entries.slice(0, 3));
  await deliver(entries.slice(0, 3));
  expect(await ctx.db.prisma.screenRecording.findMany()).toEqual([
    { episodeId: id, index: 0, recording: hostile },
  ]);
  await deliver();
  expect(text(await readPicture(ctx, `${id}.1`))).toBe(`${hostile}+second whole`);
  expect(await ctx.db.prisma.screenRecording.count()).toBe(3);
  await ctx.db.prisma.run.deleteMany();
  expect(await ctx.db.prisma.screenRecording.count()).toBe(0);
});

it("OSWorld's folder has the drawn pictures as files, and goes on without one that is not available", async () => {
  const { ctx, deliver } = await record(["first", "second", undefined]);
  await deliver();
  const files = new Map<string, string>();
  for await (const { path, bytes } of exportOsworld(ctx))
    files.set(path.split("/").at(-1) ?? "", text(bytes));
  expect([...files].filter(([name]) => name.endsWith(".png")).map(([, bytes]) => bytes)).toEqual([
    "first+second whole",
  ]);
  expect(files.get("traj.jsonl")).toContain('"screenshot_file":null');
});

it("what cannot be drawn is one clear error that names the picture", async () => {
  const { ctx, id, deliver } = await record(["first", "broken", undefined]);
  await deliver();
  const refusal = (ref: string, because: string) =>
    expect(readPicture(ctx, ref)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringMatching(`The picture ${ref} is not available. ${because}`),
    });
  await refusal(`${id}.1`, "The recording of the desktop cannot be read.");
  await refusal(`${id}.2`, "Nothing is kept");
  await refusal("ep_none.0", "Nothing is kept");
});
