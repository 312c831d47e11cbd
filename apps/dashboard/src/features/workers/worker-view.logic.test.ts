import { expect, it } from "vitest";
import type { WorkerRow } from "../../lib/api/types.ts";
import { capacityOf, describeSkew, faultsOf, metersOf, wishNote, workerVerbs } from "./worker-view.logic.ts";

const worker = (change: Partial<WorkerRow> = {}): WorkerRow => ({
  id: "wrk_1",
  name: "w",
  state: "online",
  version: "0.1.0",
  desktops: 4,
  desiredState: "active",
  clockSkewMs: 3,
  heartbeatAt: new Date(0),
  registeredAt: new Date(0),
  readyDesktops: 4,
  desktopsHeld: 4,
  activeEpisodes: 2,
  trainingJobs: 0,
  facts: {
    hostname: "h",
    cores: 2,
    memoryMib: 8_192,
    diskFreeMib: 50_000,
    provider: "docker",
    engineProblem: null,
    engineVersion: "29",
  },
  ...change,
});

it("offers to remove only what is lost or drained", () => {
  const none = { desktopsHeld: 0, activeEpisodes: 0 };
  expect(workerVerbs(worker())).toEqual(["cordon", "drain"]);
  expect(workerVerbs(worker({ desiredState: "cordoned" }))).toEqual(["uncordon", "drain"]);
  expect(workerVerbs(worker({ desiredState: "drained" }))).toEqual(["uncordon"]);
  expect(workerVerbs(worker({ desiredState: "drained", ...none }))).toEqual(["uncordon", "remove"]);
  expect(workerVerbs(worker({ state: "lost" }))).toEqual(["cordon", "drain", "remove"]);
});

it("says how far a drain has come, and what it waits for", () => {
  expect(wishNote(worker())).toBeNull();
  expect(wishNote(worker({ desiredState: "drained", trainingJobs: 1 }))).toBe(
    "Draining: 2 episodes to finish, 2 desktops to stop, 1 training job to end: pause or stop its run",
  );
  expect(wishNote(worker({ desiredState: "drained", desktopsHeld: 0, activeEpisodes: 0 }))).toContain(
    "Drained",
  );
  expect(wishNote(worker({ desiredState: "drained", state: "lost" }))).toContain("not connected");
});

it("has a line with what to do for each fault, and none for a worker that is well", () => {
  expect(faultsOf(worker())).toEqual([]);
  const problem = { code: "engine_unavailable", message: "No engine answers.", fix: "npm run setup:docker" };
  const closedFor = { code: "disk_full", message: "Takes no episode: 3 MiB left.", fix: "Free space." };
  const { facts } = worker();
  const broken = worker({
    desktops: 64,
    clockSkewMs: -600_000,
    facts: { ...facts, engineProblem: problem, closedFor },
  });
  expect(faultsOf(broken).map(({ key }) => key)).toEqual(["engine", "closed", "capacity", "clock"]);
  expect(faultsOf(broken).every(({ fix }) => fix !== "")).toBe(true);
  expect(faultsOf(broken).at(-1)?.message).toContain("10 min behind");
  expect(faultsOf({ ...broken, state: "lost" }).map(({ key }) => key)).toEqual(["lost"]);
});

it.each([
  [12_000, "12 s ahead"],
  [-600_000, "10 min behind"],
])("a skew of %d ms is %s", (skew, text) => {
  expect(describeSkew(skew)).toBe(text);
});

it("says when more is offered than the machine can hold", () => {
  expect(capacityOf(worker())).toMatchObject({ possible: 33, offered: 4, over: false });
  expect(capacityOf(worker({ desktops: 64 }))).toMatchObject({
    over: true,
    first: expect.stringContaining("First limit: memory"),
  });
});

it("shows what was measured and leaves out what was not", () => {
  expect(metersOf(worker())).toEqual([]);
  const { facts } = worker();
  const load = { cpu: 0.5, memoryAvailableMib: 400, engineLatencyMs: 3 };
  const busy = { ...facts, load };
  expect(metersOf({ state: "lost", facts: busy })).toEqual([]);
  const meters = metersOf({ state: "online", facts: busy });
  expect(meters).toMatchObject([
    { key: "cpu", text: "50 % of 2 cores", high: false },
    { key: "memory", high: true },
  ]);
});
