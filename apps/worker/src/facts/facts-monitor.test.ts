import type { WorkerFacts } from "@deskrl/domain";
import { expect, test, vi } from "vitest";
import { createTestLog } from "../testing/test-log.ts";
import { createFactsMonitor } from "./facts-monitor.ts";

const HEALTHY: WorkerFacts = {
  hostname: "h",
  cores: 2,
  memoryMib: 1024,
  diskFreeMib: 10,
  provider: "docker",
  engineProblem: null,
  engineVersion: "29",
};
const problem = { code: "engine_unavailable", message: "No engine answers.", fix: "npm run setup:docker" };
const BROKEN: WorkerFacts = { ...HEALTHY, engineVersion: null, engineProblem: problem };

test("a missing engine is told with what helps; when it comes back that is noticed without a restart", async () => {
  const answers = [BROKEN, BROKEN, HEALTHY, HEALTHY, BROKEN];
  const { log, lines } = createTestLog();
  const collect = async () => answers.shift() ?? BROKEN;
  const monitor = await createFactsMonitor({ collect, log, intervals: { healthyMs: 5, problemMs: 5 } });
  expect(monitor.engineReady).toBe(false);
  expect(lines[0]).toMatchObject({ level: 40, ...problem });
  const changes: boolean[] = [];
  monitor.onReadiness = (ready) => changes.push(ready);
  const stop = new AbortController();
  const running = monitor.run(stop.signal);
  await vi.waitFor(() => expect(changes).toEqual([true, false]));
  expect(monitor.current).toEqual(BROKEN);
  stop.abort();
  await running;
});
