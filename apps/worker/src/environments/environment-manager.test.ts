import type { InvalidEpisodeError } from "@deskrl/agent";
import { AppError, EnvironmentTemplate, newId } from "@deskrl/domain";
import { afterEach, expect, test, vi } from "vitest";
import { createMemoryProvider } from "../testing/memory-provider.ts";
import { createTestLog } from "../testing/test-log.ts";
import { EnvironmentManager, type SlotReport } from "./environment-manager.ts";

const template = EnvironmentTemplate.parse({ name: "office", provider: "docker", image: "x" });
const SOON = { timeout: 5_000 };
const never = new AbortController().signal;
const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function setUp() {
  const provider = createMemoryProvider();
  const reports: SlotReport[] = [];
  const interrupted: { episodeId: string; error: InvalidEpisodeError }[] = [];
  const manager = new EnvironmentManager({
    provider,
    log: createTestLog().log,
    report: (slot) => void reports.push({ ...slot }),
    interrupt: (episodeId, error) => void interrupted.push({ episodeId, error }),
  });
  const stop = new AbortController();
  stops.push(stop);
  void manager.watch(stop.signal);
  const environmentId = newId("environment");
  const desire = (recycleCount = 0) => manager.setDesired([{ environmentId, template, recycleCount }]);
  const states = () => reports.map(({ state }) => state);
  const ready = () => vi.waitFor(() => expect(states().at(-1)).toBe("ready"), SOON);
  return { provider, manager, reports, interrupted, environmentId, desire, states, ready };
}

test("a desired environment is made once, after what was left has been taken back", async () => {
  const { provider, desire, states, ready, manager, environmentId } = setUp();
  desire();
  desire();
  await ready();
  expect(states()).toEqual(["starting", "ready"]);
  expect(provider.calls).toEqual(["reconcile", `ensure ${environmentId}`, `reset ${environmentId}`]);
  expect(manager.desktopOf(environmentId).generation).toBe(1);
});

test("a start that fails is told with its cause and tried again", async () => {
  const { provider, desire, reports, ready, states } = setUp();
  provider.failures.reconcile = [new AppError("engine_unavailable", "No engine.", { fix: "Start it." })];
  provider.failures.ensure = [new AppError("image_missing", "No image.")];
  desire();
  await ready();
  expect(states()).toEqual(["starting", "failed", "starting", "failed", "starting", "ready"]);
  expect(reports[1]).toMatchObject({ cause: "engine_unavailable", reason: "No engine. Start it." });
  expect(reports[3]).toMatchObject({ cause: "image_missing", reason: "No image." });
});

test("when the engine is back the next try is made at once", async () => {
  const { provider, desire, states, manager, ready } = setUp();
  provider.failures.ensure = Array(4).fill(new AppError("engine_unavailable", "No engine."));
  desire();
  for (let failed = 1; failed <= 4; failed += 1) {
    await vi.waitFor(() => expect(states().filter((state) => state === "failed")).toHaveLength(failed), SOON);
    manager.retryNow();
  }
  await ready();
});

test("after an episode the desktop is cleaned at once, and the next one has it clean", async () => {
  const { provider, manager, desire, ready, states, reports, environmentId } = setUp();
  desire();
  await ready();
  const [first, second] = [newId("episode"), newId("episode")];
  await manager.occupy(environmentId, first, never);
  provider.use(environmentId);
  await expect(manager.occupy(environmentId, second, never)).rejects.toMatchObject({
    code: "no_capacity",
    message: expect.stringContaining(`is taken by ${first}`),
  });
  let letGo = () => {};
  provider.hold = new Promise((resolve) => {
    letGo = resolve;
  });
  manager.release(environmentId, first);
  expect(states().at(-1)).toBe("resetting");
  const waiting = manager.occupy(environmentId, second, never);
  letGo();
  await waiting;
  expect(states().slice(-3)).toEqual(["resetting", "ready", "leased"]);
  expect(reports.at(-1)?.generation).toBe(2);
});

test("a reset that fails never gives a used desktop to the next episode", async () => {
  const { provider, manager, desire, ready, states, reports, environmentId } = setUp();
  desire();
  await ready();
  const episodeId = newId("episode");
  await manager.occupy(environmentId, episodeId, never);
  provider.use(environmentId);
  provider.failures.reset = [new AppError("environment_start_failed", "No room.")];
  manager.release(environmentId, episodeId);
  await ready();
  expect(states().slice(-4)).toEqual(["resetting", "failed", "starting", "ready"]);
  expect(reports.at(-1)?.generation).toBe(2);
});

test("a desktop that is lost ends its episode and is replaced once the episode let go", async () => {
  const { provider, manager, desire, ready, interrupted, states, reports, environmentId } = setUp();
  desire();
  await ready();
  const episodeId = newId("episode");
  await manager.occupy(environmentId, episodeId, never);
  provider.lose(environmentId, "The container was killed.");
  await vi.waitFor(() => expect(states().at(-1)).toBe("failed"), SOON);
  expect(interrupted).toMatchObject([
    { episodeId, error: { invalidCause: "environment_lost", message: "The container was killed." } },
  ]);
  expect(reports.at(-1)).toMatchObject({ cause: "environment_lost", reason: "The container was killed." });
  expect(() => manager.desktopOf(environmentId)).toThrow("The desktop is failed. The container was killed.");
  manager.release(environmentId, episodeId);
  await ready();
});

test("a recycle replaces a clean desktop too, ends its episode, and generations only grow", async () => {
  const { provider, manager, desire, ready, interrupted, reports, environmentId } = setUp();
  desire();
  await ready();
  desire(1);
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject({ state: "ready", generation: 2 }), SOON);
  const episodeId = newId("episode");
  await manager.occupy(environmentId, episodeId, never);
  desire(2);
  expect(interrupted).toMatchObject([{ episodeId, error: { invalidCause: "environment_lost" } }]);
  manager.release(environmentId, episodeId);
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject({ state: "ready", generation: 3 }), SOON);
  expect(provider.calls.filter((call) => call.startsWith("destroy"))).toHaveLength(2);
});

test("what is no longer desired is destroyed, tried again, and what came back is made anew", async () => {
  const { provider, manager, desire, ready, states, environmentId } = setUp();
  desire();
  await ready();
  provider.failures.destroy = [new AppError("engine_timeout", "Busy.")];
  manager.setDesired([]);
  expect(() => manager.desktopOf(environmentId)).toThrow(AppError);
  await expect(manager.occupy(environmentId, newId("episode"), never)).rejects.toMatchObject({
    code: "no_capacity",
  });
  desire();
  await vi.waitFor(() => expect(states()).toContain("stopped"), SOON);
  await ready();
  expect(states()).toEqual(["starting", "ready", "stopping", "stopped", "starting", "ready"]);
});
