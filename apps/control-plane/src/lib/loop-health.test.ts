import { expect, test } from "vitest";
import { LoopMonitor } from "./loop-health.ts";

function monitorOf(leaderOnly = false) {
  let now = 0;
  const monitor = new LoopMonitor({
    name: "reaper",
    intervalMs: 2_000,
    leaderOnly,
    clock: () => new Date(now),
  });
  return {
    monitor,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("tells when it last went well and how long it took", async () => {
  const { monitor, pass } = monitorOf();
  await monitor.follow(async () => pass(250));
  expect(monitor.health(true)).toMatchObject({
    state: "waiting",
    lastSuccessAt: new Date(250),
    durationMs: 250,
    lastError: null,
  });
});

test("a turn that fails is told until one goes well", async () => {
  const { monitor } = monitorOf();
  const failed = monitor.follow(() => Promise.reject(new Error("no database\nat line 3")));
  await expect(failed).rejects.toThrow("no database");
  expect(monitor.health(true)).toMatchObject({
    state: "failing",
    lastError: "no database",
    lastSuccessAt: null,
  });
  await monitor.follow(async () => {});
  expect(monitor.health(true)).toMatchObject({ state: "waiting", lastError: null });
});

test("a turn that does not end is stuck", async () => {
  const { monitor, pass } = monitorOf();
  let end = () => {};
  const turn = monitor.follow(
    () =>
      new Promise((resolve) => {
        end = resolve;
      }),
  );
  expect(monitor.health(true).state).toBe("working");
  pass(30_001);
  expect(monitor.health(true).state).toBe("stuck");
  end();
  await turn;
  expect(monitor.health(true).state).toBe("stuck");
  await monitor.follow(async () => {});
  expect(monitor.health(true).state).toBe("waiting");
});

test("what the leader does stands by elsewhere, and has its time after a take-over", () => {
  const { monitor, pass } = monitorOf(true);
  pass(100_000);
  expect(monitor.health(false).state).toBe("standby");
  expect(monitor.health(true).state).toBe("stuck");
  monitor.takeOver();
  expect(monitor.health(true).state).toBe("waiting");
});
