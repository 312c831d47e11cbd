import { EnvironmentTemplate, newId } from "@deskrl/domain";
import { expect, it } from "vitest";
import { createSimProvider } from "./sim-provider.ts";
import { turn } from "./turn.ts";

/** Counts turns of the event loop until it is told to end. */
function countTurns() {
  const counter = { turns: 0, ended: false };
  const next = () => {
    counter.turns += 1;
    if (!counter.ended) setImmediate(next);
  };
  setImmediate(next);
  return counter;
}

it("is given to one after the other, never to two at once", async () => {
  const counter = countTurns();
  const given = await Promise.all(Array.from({ length: 20 }, () => turn().then(() => counter.turns)));
  counter.ended = true;
  expect(new Set(given).size).toBe(20);
});

it("comes between what many desktops of one process do at the same time", async () => {
  const provider = createSimProvider({ ownerId: newId("worker") });
  const template = EnvironmentTemplate.parse({ name: "office", provider: "sim", image: "simulated" });
  const ids = Array.from({ length: 20 }, () => newId("environment"));
  const desktops = await Promise.all(
    ids.map((environmentId) => provider.ensure({ environmentId, template })),
  );
  const counter = countTurns();
  await Promise.all(desktops.map((desktop) => desktop.open({ app: "calc" })));
  await Promise.all(desktops.map((desktop) => desktop.observe()));
  await Promise.all(ids.map((environmentId) => provider.reset(environmentId)));
  counter.ended = true;
  expect(counter.turns).toBeGreaterThanOrEqual(3 * ids.length - 3);
  await provider.close({ destroyAll: true });
});
