import { expect, test } from "vitest";
import { takeScreenshot } from "../drawing/screenshot.ts";
import { randomAction } from "../testing/random-actions.ts";
import type { SimAction } from "./act.ts";
import { seededRandom } from "./random.ts";
import { createSimDesktop } from "./sim-desktop.ts";

const START = {
  "/home/user/Documents/a.csv": "name,n\nb,2\na,10\n",
  "/home/user/Documents/notes.txt": "one two\nthree\n",
};

function start(seed: number) {
  const sim = createSimDesktop({ seed });
  for (const [path, text] of Object.entries(START)) sim.writeFile(path, new TextEncoder().encode(text));
  sim.openPath("/home/user/Documents/a.csv");
  return sim;
}

test("20,000 random actions never crash it, and a failed action always says why", {
  timeout: 240_000,
}, () => {
  const random = seededRandom(7);
  const kinds = new Map<string, number>();
  for (let episode = 0; episode < 100; episode++) {
    const sim = start(episode);
    for (let step = 0; step < 200; step++) {
      const action = randomAction(sim, random);
      const { outcome, error } = sim.act(action);
      if (outcome === "error" && !error?.message) throw new Error(`no reason for ${JSON.stringify(action)}`);
      kinds.set(`${action.kind} ${outcome}`, (kinds.get(`${action.kind} ${outcome}`) ?? 0) + 1);
      const observation = sim.observe();
      if (observation.appInfo.length > 5_000) throw new Error("the document's text is not cut");
    }
    sim.saveDocuments();
    sim.stateHash();
  }
  expect(kinds.get("click ok")).toBeGreaterThan(1_000);
  expect(kinds.get("tool ok")).toBeGreaterThan(50);
});

test("the same seed and actions give the same state and the same picture, looked at or not", async () => {
  const random = seededRandom(11);
  const first = start(5);
  const actions: SimAction[] = [];
  for (let step = 0; step < 150; step++) {
    const action = randomAction(first, random);
    actions.push(action);
    first.act(action);
  }
  const second = start(5);
  for (const action of actions) second.act(action);
  expect(second.stateHash()).toBe(first.stateHash());
  expect((await takeScreenshot(second.desk, {})).bytes).toEqual((await takeScreenshot(first.desk, {})).bytes);
  expect(start(6).stateHash()).not.toBe(start(5).stateHash());
});
