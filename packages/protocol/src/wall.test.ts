import { expect, it } from "vitest";
import { packWall, unpackWall, WallColumns, type WallRow } from "./wall.ts";

const AT = 1_800_000_000_000;
const idle: WallRow = {
  id: "env_1",
  workerId: "wrk_1",
  workerName: "one",
  workerLost: false,
  state: "ready",
  provider: "sim",
  stateReason: null,
  controlledBy: null,
  heldBy: null,
  changedAtMs: AT - 5,
  createdAtMs: AT - 60_000,
  lastVerdict: null,
  lastScore: null,
  episode: null,
};
const busy: WallRow = {
  ...idle,
  id: "env_2",
  workerLost: true,
  workerId: "wrk_2",
  state: "leased",
  stateReason: "a reason",
  controlledBy: "ada",
  heldBy: "bob",
  lastVerdict: "failed",
  lastScore: 0,
  episode: {
    id: "ep_1",
    state: "acting",
    runId: "run_1",
    runName: "night",
    policy: "random",
    taskId: "task_1",
    taskKey: "budget",
    domain: "calc",
    instruction: "Sum the budget, ünïcode too",
    stepCount: 0,
    maxSteps: 30,
    startedAtMs: AT - 9_000,
    lastStepAtMs: null,
    stillSinceMs: AT,
    sameActions: 3,
  },
};

it("gives back the rows that were packed, over JSON and in their order", () => {
  const rows = [busy, idle, { ...busy, id: "env_3" }];
  const sent = WallColumns.parse(JSON.parse(JSON.stringify(packWall(rows, AT))));
  expect(unpackWall(sent)).toEqual(rows);
});

it("says what repeats once", () => {
  const columns = packWall(
    Array.from({ length: 500 }, (_, index) => ({ ...busy, id: `env_${index}` })),
    AT,
  );
  expect([columns.workers.length, columns.runs.length, columns.tasks.length]).toEqual([1, 1, 1]);
});

it("leaves out a row of a kind that this build does not know, and keeps the rest", () => {
  const columns = packWall([idle, busy], AT);
  expect(unpackWall({ ...columns, state: [99, ...columns.state.slice(1)] })).toEqual([busy]);
});
