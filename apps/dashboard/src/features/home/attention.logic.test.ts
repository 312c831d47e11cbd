import { expect, it } from "vitest";
import type { RunRow, SystemStatus } from "../../lib/api/types.ts";
import { needsAttention } from "./attention.logic.ts";

const worker = (change: object) => ({
  id: "wrk_1",
  name: "w1",
  state: "online",
  facts: { engineProblem: null, diskFreeMib: 50_000 },
  ...change,
});
const housekeeping = { instance: "cp-1", leader: "cp-1", problem: null, loops: [] };
const status = (...workers: object[]) => ({ workers, housekeeping }) as object as SystemStatus;
const counts = { planned: 40, queued: 0, active: 0, succeeded: 30, failed: 9, invalid: 1, retried: 0 };
const run = (change: object) =>
  ({ id: "run_1", name: "r", kind: "evaluation", state: "running", counts, ...change }) as RunRow;
const messages = (...args: Parameters<typeof needsAttention>) =>
  needsAttention(...args).map((item) => item.message);

it("is silent when all is well", () => {
  expect(needsAttention({ status: status(worker({})), runs: [run({})], brokenDesktops: 0 })).toEqual([]);
});

it("names a lost worker, a full disk and broken desktops", () => {
  const lost = worker({ state: "lost" });
  const full = worker({ id: "wrk_2", name: "w2", facts: { engineProblem: null, diskFreeMib: 100 } });
  expect(messages({ status: status(lost, full), runs: [], brokenDesktops: 2 })).toEqual([
    "Worker w1 is lost: no heartbeat",
    "Worker w2 has 100 MiB of disk left",
    "2 desktops broke",
  ]);
});

it("names a run that the machinery breaks too often, and one that waits for a person", () => {
  const broken = run({ counts: { ...counts, invalid: 20 } });
  expect(messages({ status: status(), runs: [broken], brokenDesktops: 0 })).toEqual([
    "Run r: 20 episodes of 59 ended invalid",
  ]);
  expect(messages({ status: status(), runs: [run({ state: "paused" })], brokenDesktops: 0 })).toEqual([
    "Run r is paused",
  ]);
});

it("names a control plane without room or leader, and a loop that hangs", () => {
  const loops = [
    { name: "lease reaper", state: "stuck", lastError: null },
    { name: "janitor", state: "failing", lastError: "PostgreSQL cannot be reached." },
    { name: "training", state: "standby", lastError: null },
  ];
  const problem = { code: "disk_full", message: "The control plane begins nothing new.", fix: "Free space." };
  const bad = {
    ...status(),
    housekeeping: { instance: "a", leader: null, problem, loops },
  } as object as SystemStatus;
  expect(messages({ status: bad, runs: [], brokenDesktops: 0 })).toEqual([
    "The control plane begins nothing new.",
    "No control plane leads: nothing is assigned and no lease is ended",
    "The control plane's lease reaper is stuck",
    "The control plane's janitor fails: PostgreSQL cannot be reached.",
  ]);
});
