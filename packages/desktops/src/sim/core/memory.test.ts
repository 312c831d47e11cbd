import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { randomAction } from "../testing/random-actions.ts";
import { seededRandom } from "./random.ts";
import { createSimDesktop, type SimDesktop } from "./sim-desktop.ts";

setFlagsFromString("--expose-gc");
/** Collects garbage, so that only what is held counts. */
const collect: () => void = runInNewContext("gc");

test("an idle desktop in use takes at most 2 MB", () => {
  const held: SimDesktop[] = [];
  const use = (seed: number) => {
    const sim = createSimDesktop({ seed });
    const text = Array.from({ length: 100 }, (_, row) => `row ${row},${row * 3},${seed}\n`).join("");
    sim.writeFile("/home/user/Documents/a.csv", new TextEncoder().encode(text));
    sim.openPath("/home/user/Documents/a.csv");
    const random = seededRandom(seed);
    for (let step = 0; step < 60; step++) sim.act(randomAction(sim, random));
    held.push(sim);
  };
  use(0);
  collect();
  const before = process.memoryUsage();
  for (let seed = 1; seed <= 40; seed++) use(seed);
  collect();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  expect(bytes / 40).toBeLessThan(2_000_000);
  expect(held.length).toBe(41);
});
