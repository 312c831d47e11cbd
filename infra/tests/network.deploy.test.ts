import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compareSteps } from "../../apps/cli/src/verify/chaos/compare-steps.ts";
import { readRecorded } from "../../apps/cli/src/verify/chaos/read-recorded.ts";
import { readWorkerSteps } from "../../apps/cli/src/verify/chaos/read-worker-steps.ts";
import { output, ready, SIMULATED_TASKS, SLOW } from "./compose-stack.ts";
import { readVerdicts } from "./journal-verdicts.ts";
import { type NetworkStack, networkStack, WORKERS, type WorkerName } from "./network-stack.ts";

/** Of all workers. */
const DESKTOPS = 6;

let net: NetworkStack;
/** Ids of the workers' rows, by name. */
let ids: Record<string, string> = {};
/** Copies of journals whose volumes were removed. */
const removedJournals: string[] = [];

beforeAll(async () => {
  net = await networkStack();
}, 280_000);

afterAll(async () => {
  await net?.down();
}, 120_000);

async function workers() {
  return (await net.api.worker.list.query({})).items;
}

/** Waits until every worker that the list has stands like this. */
function standing(states: Record<string, "online" | "lost">): Promise<void> {
  return vi.waitFor(
    async () =>
      expect(Object.fromEntries((await workers()).map((one) => [one.name, one.state]))).toEqual(states),
    SLOW,
  );
}
const ALL_ONLINE = { "worker-1": "online", "worker-2": "online", "worker-3": "online" } as const;

/** Waits until every desktop is ready for the next episode and every journal is delivered. */
function settled(): Promise<void> {
  return vi.waitFor(async () => {
    const now = (await workers()).map((one) => [one.name, one.readyDesktops, one.facts.journalBacklog]);
    expect(now.sort()).toEqual([
      ["worker-1", 1, 0],
      ["worker-2", 2, 0],
      ["worker-3", 3, 0],
    ]);
    expect(
      await net.rows("SELECT id, state FROM environments WHERE state <> 'stopped' AND state <> 'ready'"),
    ).toEqual([]);
  }, SLOW);
}

/** An evaluation on every desktop, in episodes of about a second. */
const evaluate = (tasks = SIMULATED_TASKS, episodes = 3 * DESKTOPS, paceMs = 200) =>
  net.api.run.create
    .mutate({
      ...{ suite: "office-basics", policy: "oracle", tasks, paceMs },
      ...{ episodes, desktops: DESKTOPS, retryBudget: 4 * episodes },
    })
    .then(({ id }) => id);

/** An evaluation that all of these are at the beginning of, in episodes of about ten seconds. */
async function evaluateSlowly(names: readonly WorkerName[]): Promise<string> {
  const runId = await evaluate(["row-totals"], DESKTOPS, 1_200);
  await vi.waitFor(async () => {
    const busy = await net.rows<{ name: string }>(
      `SELECT DISTINCT w.name FROM episodes e JOIN workers w ON w.id = e.lease_owner
       WHERE e.run_id = $1 AND e.state = 'acting' AND e.step_count BETWEEN 1 AND 2`,
      runId,
    );
    expect(busy.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
  }, SLOW);
  return runId;
}

async function finished(runId: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await net.api.run.byId.query({ id: runId })).state).toBe("finished"),
    SLOW,
  );
  const { counts } = await net.api.run.byId.query({ id: runId });
  expect(counts).toMatchObject({ succeeded: counts.planned, failed: 0, invalid: 0 });
}

interface Attempt {
  id: string;
  name: string;
  verdict: string | null;
  cause: string | null;
}

const attempts = (runId: string) =>
  net.rows<Attempt>(
    "SELECT e.id, w.name, e.verdict, e.cause FROM episodes e LEFT JOIN workers w ON w.id = e.worker_id WHERE e.run_id = $1 ORDER BY e.id",
    runId,
  );

/** Of a run during which these were away: every attempt that broke was one of theirs, each of them lost at least one. */
async function brokenAttempts(runId: string, names: readonly WorkerName[]): Promise<Attempt[]> {
  const broken = (await attempts(runId)).filter(({ verdict }) => verdict === "invalid");
  expect(new Set(broken.map(({ cause }) => cause))).toEqual(new Set(["worker_lost"]));
  expect([...new Set(broken.map(({ name }) => name))].sort()).toEqual([...names].sort());
  return broken;
}

test("three workers join, each with the token minted for it, and show their facts and capacity", async () => {
  await net.compose("up", "-d", "--no-deps", ...WORKERS);
  await standing(ALL_ONLINE);
  const list = await workers();
  expect(list.map(({ name, desktops }) => [name, desktops]).sort()).toEqual([
    ["worker-1", 1],
    ["worker-2", 2],
    ["worker-3", 3],
  ]);
  for (const { facts } of list) {
    expect(facts).toMatchObject({ provider: "sim", engineProblem: null, trainers: 0 });
    expect(facts.cores).toBeGreaterThan(0);
    expect(facts.memoryMib).toBeGreaterThan(256);
    expect(facts.machine?.pidMax).toBeGreaterThan(0);
  }
  ids = Object.fromEntries(list.map(({ name, id }) => [name, id]));
  const used = await net.rows<{ name: string; token: string }>(
    "SELECT w.name, t.name AS token FROM workers w JOIN api_tokens t ON t.id = w.token_id ORDER BY w.name",
  );
  expect(used).toEqual(WORKERS.map((name) => ({ name, token: name })));
  await settled();
});

test("a run spreads over all of them by what each can hold", async () => {
  const runId = await evaluate();
  await finished(runId);
  const spread = await net.rows(
    `SELECT w.name, count(DISTINCT e.environment_id)::int AS desktops FROM episodes e JOIN workers w ON w.id = e.worker_id
     WHERE e.run_id = $1 GROUP BY w.name ORDER BY w.name`,
    runId,
  );
  expect(spread).toEqual([
    { name: "worker-1", desktops: 1 },
    { name: "worker-2", desktops: 2 },
    { name: "worker-3", desktops: 3 },
  ]);
  expect(await attempts(runId)).toHaveLength(3 * DESKTOPS);
});

test("one that is unplugged and one that falls silent are noticed, the third does their work, and back again they change no verdict", async () => {
  const away = ["worker-1", "worker-2"] as const;
  const runId = await evaluateSlowly(away);
  await Promise.all([net.disconnect("worker-1"), net.silence("worker-2")]);
  await standing({ ...ALL_ONLINE, "worker-1": "lost", "worker-2": "lost" });
  await finished(runId);
  const broken = await brokenAttempts(runId, away);
  await Promise.all([net.connect("worker-1"), net.unsilence("worker-2")]);
  await standing(ALL_ONLINE);
  await settled();
  expect(Object.fromEntries((await workers()).map(({ name, id }) => [name, id]))).toEqual(ids);
  // They went on alone and came to verdicts of their own, which are too late.
  for (const name of away) {
    const own = await readVerdicts(await net.copyJournal(name));
    const late = broken.filter(({ id }) => own.get(id) === "succeeded");
    expect(late.length, `${name} has judged none of its episodes while it was away`).toBeGreaterThan(0);
  }
  expect((await attempts(runId)).filter(({ verdict }) => verdict === "invalid")).toEqual(broken);
  await finished(runId);
});

test("one that freezes and one that is killed are noticed with all they held, and come back as the workers they were", async () => {
  const away = ["worker-1", "worker-3"] as const;
  const runId = await evaluateSlowly(away);
  await output("docker", ["pause", await net.containerOf("worker-3")]);
  await output("docker", ["kill", "--signal", "KILL", await net.containerOf("worker-1")]);
  await standing({ ...ALL_ONLINE, "worker-1": "lost", "worker-3": "lost" });
  await finished(runId);
  const broken = await brokenAttempts(runId, away);
  const lost = await vi.waitFor(async () => {
    const rows = await net.rows(
      `SELECT w.name, v.state, v.state_cause AS cause, v.episode_id AS episode FROM environments v JOIN workers w ON w.id = v.worker_id
       WHERE w.name <> 'worker-2' AND v.state <> 'stopped' ORDER BY w.name`,
    );
    expect(rows.map(({ state }) => state)).toEqual(["failed", "failed", "failed", "failed"]);
    return rows;
  }, SLOW);
  expect(lost).toEqual(
    ["worker-1", "worker-3", "worker-3", "worker-3"].map((name) => ({
      ...{ name, state: "failed", cause: "worker_unavailable", episode: null },
    })),
  );
  await output("docker", ["unpause", await net.containerOf("worker-3")]);
  await net.compose("start", "worker-1");
  await standing(ALL_ONLINE);
  await settled();
  expect(Object.fromEntries((await workers()).map(({ name, id }) => [name, id]))).toEqual(ids);
  expect((await attempts(runId)).filter(({ verdict }) => verdict === "invalid")).toEqual(broken);
  await finished(runId);
});

test("one that comes back with nothing but its token is a new worker, and the old one can be removed", async () => {
  const before = ids["worker-2"];
  removedJournals.push(await net.copyJournal("worker-2"));
  await output("docker", ["kill", "--signal", "KILL", await net.containerOf("worker-2")]);
  await net.compose("rm", "-f", "worker-2");
  await output("docker", ["volume", "rm", `${net.project}_worker-2`]);
  await net.compose("up", "-d", "--no-deps", "worker-2");
  const two = async () => (await workers()).filter(({ name }) => name === "worker-2");
  const state = async () =>
    Object.fromEntries((await two()).map(({ id, state }) => [id === before ? "old" : "new", state]));
  await vi.waitFor(async () => expect(await state()).toEqual({ old: "lost", new: "online" }), SLOW);
  await net.api.worker.remove.mutate({ id: before ?? "" });
  await standing(ALL_ONLINE);
  await settled();
  const runId = await evaluate();
  await finished(runId);
  expect([...new Set((await attempts(runId)).map(({ name }) => name))].sort()).toEqual([...WORKERS]);
});

/** Starts a worker that nobody knows. @returns how it ended and what it said */
async function stranger(variables: Record<string, string>): Promise<{ code: string; said: string }> {
  Object.assign(net.variables, variables);
  await net.compose("up", "-d", "--no-deps", "--force-recreate", "stranger");
  const id = await net.containerOf("stranger");
  const code = (await output("docker", ["wait", id])).trim();
  return { code, said: await net.compose("logs", "--no-color", "stranger") };
}

test("a wrong token is refused in words, and leaves no worker behind", async () => {
  const { code, said } = await stranger({ TEST_TOKEN_STRANGER: "deskrl_token_that_nobody_minted" });
  expect({ code, said }).toEqual({
    code: "78",
    said: expect.stringContaining("is not known or was revoked"),
  });
  await standing(ALL_ONLINE);
});

test("another certificate than the pinned one is refused in words by who is in and by who is new, until the right one is back", async () => {
  const inControlPlane = (...args: string[]) =>
    net.compose("run", "--rm", "--no-deps", "-T", "--entrypoint", "mv", "control-plane", ...args);
  await net.compose("stop", "--timeout", "20", "control-plane");
  await inControlPlane("/data/tls", "/data/tls-before");
  await net.compose("start", "control-plane");
  await ready(net);
  const { code, said } = await stranger({ TEST_TOKEN_STRANGER: net.variables.TEST_TOKEN_1 ?? "" });
  expect({ code, said }).toEqual({
    code: "78",
    said: expect.stringContaining("shows a certificate with the fingerprint"),
  });
  for (const name of WORKERS)
    await vi.waitFor(async () => {
      const note = JSON.parse(await net.compose("exec", "-T", name, "cat", "/data/connection.json"));
      expect(note).toMatchObject({
        state: "refused",
        problem: {
          code: "forbidden",
          message: expect.stringContaining("shows a certificate with the fingerprint"),
        },
      });
    }, SLOW);
  await net.compose("stop", "--timeout", "20", "control-plane");
  await inControlPlane("/data/tls", "/data/tls-of-someone-else");
  await inControlPlane("/data/tls-before", "/data/tls");
  await net.compose("start", "control-plane");
  await ready(net);
  await standing(ALL_ONLINE);
  await settled();
});

test("after all of it every step is stored once, no episode has two verdicts, and no lease or desktop is held by the dead", async () => {
  const folders = [...removedJournals, ...(await Promise.all(WORKERS.map((name) => net.copyJournal(name))))];
  const written = (await Promise.all(folders.map(readWorkerSteps))).flat();
  expect(written.length).toBeGreaterThan(20 * DESKTOPS);
  const recorded = await readRecorded(net.databaseUrl);
  expect([...recorded.broken, ...compareSteps(written, recorded.actions)]).toEqual([]);
  expect(new Set(written.map(({ area }) => area))).toEqual(new Set(["done"]));
  expect(recorded.actions.size).toBe(new Set(written.map(({ key }) => key)).size);
});
