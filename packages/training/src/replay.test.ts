import { recordScreens } from "@deskrl/testing/factories";
import { expect, test } from "vitest";
import { createTrainer } from "./create-trainer.ts";
import { EpisodeReplayer } from "./replay.ts";
import { finish, tinyOptions } from "./testing/tiny.ts";

test("an episode that was played comes out the same from its seed and actions, with a picture of every step", async () => {
  const options = tinyOptions("rl");
  const { suite, actionSpace } = options;
  const replayer = new EpisodeReplayer();
  const units = await finish(await createTrainer(options));
  const episodes = units.flatMap((unit) => unit.episodes).filter(({ steps }) => steps.length > 2);
  expect(episodes.length).toBeGreaterThan(10);
  for (const { taskKey, seed, steps } of episodes) {
    const request = { suite, actionSpace, taskKey, seed, actions: steps.map(({ code }) => code) };
    const replayed = replayer.replay(request);
    expect(replayed.map(({ outcome, result }) => ({ outcome, result }))).toEqual(
      steps.map(({ outcome, result }) => ({ outcome, result })),
    );
    expect(replayed[0]?.observation.windows).toBeDefined();
  }
  const [{ taskKey, seed, steps }] = episodes as [(typeof episodes)[number]];
  const request = { suite, actionSpace, taskKey, seed, actions: steps.map(({ code }) => code) };
  for (const index of [0, steps.length]) {
    const png = await replayer.picture(request, index);
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe("PNG");
  }
  const full = await replayer.picture(request, 0);
  const small = await replayer.picture(request, 0, { width: 320 });
  expect([...small.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  expect(small.byteLength).toBeLessThan(full.byteLength / 4);
  await expect(replayer.picture(request, steps.length + 1)).rejects.toMatchObject({ code: "not_found" });
  expect(() => replayer.replay({ ...request, taskKey: "og-none" })).toThrow("no generated task");
});

test("what is kept of a worker's episode is drawn as it was, small where that is asked for", async () => {
  const screens = await recordScreens(["files", "settings"]);
  const recordings = screens.map(({ recording }) => recording);
  const replayer = new EpisodeReplayer();
  expect(await replayer.drawn(recordings)).toEqual(screens[1]?.png);
  expect([...(await replayer.drawn(recordings, { width: 320 })).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});
