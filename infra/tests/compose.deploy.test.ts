import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiClient, failureOf, signIn } from "../../apps/control-plane/src/testing/api-client.ts";
import {
  type ComposeStack,
  composeStack,
  firstAdmin,
  output,
  ready,
  SIMULATED_TASKS,
  SLOW,
} from "./compose-stack.ts";

let stack: ComposeStack;
let api: ApiClient;
const real = {
  workerId: "",
  /** Desktops of the worker of the profile `docker`. */
  async containers(): Promise<string[]> {
    const filter = `label=deskrl.owner=${real.workerId}`;
    return (await output("docker", ["ps", "-aq", "--filter", filter])).split("\n").filter(Boolean);
  },
};

beforeAll(async () => {
  stack = await composeStack();
  await stack.compose("up", "-d", "--scale", "worker=2");
}, 280_000);

afterAll(async () => {
  await stack?.down();
}, 120_000);

test("it comes up, says the first admin's password once, and lets them in at its one address", async () => {
  const told = await firstAdmin(stack);
  await ready(stack);
  expect((await failureOf(signIn(stack.url, { name: told.name, password: "wrong password" }))).code).toBe(
    "wrong_password",
  );
  const signedIn = await signIn(stack.url, told);
  expect(signedIn.actor.role).toBe("admin");
  api = signedIn.api;
  await vi.waitFor(async () => {
    const page = await fetch(`${stack.url}/login`);
    expect({ status: page.status, html: await page.text() }).toMatchObject({
      status: 200,
      html: expect.stringContaining("DeskRL"),
    });
  }, SLOW);
});

const bothOnline = () =>
  vi.waitFor(
    async () =>
      expect((await api.worker.list.query({})).items).toMatchObject([
        { state: "online" },
        { state: "online" },
      ]),
    SLOW,
  );

const evaluate = (tasks: string[], options: { workers?: string[]; desktops: number }) =>
  api.run.create.mutate({
    ...{ suite: "office-basics", policy: "oracle", tasks, episodes: tasks.length },
    ...options,
  });

/** Waits for the end of a run in which every episode must succeed. */
async function succeeded({ id }: { id: string }): Promise<void> {
  const { counts } = await vi.waitFor(async () => {
    const run = await api.run.byId.query({ id });
    expect(run.state).toBe("finished");
    return run;
  }, SLOW);
  expect(counts).toMatchObject({ succeeded: counts.planned, failed: 0, invalid: 0 });
}

test("its workers have joined, and an evaluation on their simulated desktops runs to its end", async () => {
  await bothOnline();
  await succeeded(await evaluate(SIMULATED_TASKS, { desktops: 2 }));
});

test("after a restart of everything the data are there, and the password is not told again", async () => {
  await stack.compose("restart", "--timeout", "20");
  await ready(stack);
  const runs = await vi.waitFor(() => api.run.list.query({}), SLOW);
  expect(runs.items).toMatchObject([{ state: "finished" }]);
  const logs = await stack.compose("logs", "control-plane");
  expect(logs.match(/sign in as/g)).toHaveLength(1);
  await bothOnline();
});

test("the profile docker adds real desktops, and its worker, killed at work, leaves none behind that it does not know", async () => {
  const { containers } = real;
  Object.assign(stack.variables, { DESKRL_REAL_DESKTOPS: "1", DESKRL_WARM_DESKTOPS: "0" });
  await stack.compose("--profile", "docker", "up", "-d", "--no-deps", "worker-docker");
  const isReady = () =>
    vi.waitFor(async () => {
      const [worker] = (await api.worker.list.query({ q: "docker" })).items;
      expect(worker).toMatchObject({ state: "online", readyDesktops: 1, facts: { provider: "docker" } });
      return worker?.id ?? "";
    }, SLOW);
  real.workerId = await isReady();
  expect(await containers()).toHaveLength(1);
  const run = await evaluate(["row-totals"], { workers: [real.workerId], desktops: 1 });
  await vi.waitFor(async () => {
    const { items } = await api.episode.list.query({ runId: run.id });
    expect(items).toMatchObject([{ state: "acting" }]);
  }, SLOW);
  const worker = await stack.containerOf("worker-docker");
  await output("docker", ["kill", "--signal", "KILL", worker]);
  expect((await containers()).length).toBeGreaterThan(0);
  await output("docker", ["start", worker]);
  await succeeded(run);
  expect(await isReady()).toBe(real.workerId);
  await vi.waitFor(async () => expect(await containers()).toHaveLength(1), SLOW);
});

test("it goes and leaves nothing: no container, no network, no volume", async () => {
  expect((await stack.leftovers()).length).toBeGreaterThan(5);
  await stack.down();
  expect(await stack.leftovers()).toEqual([]);
  expect(await real.containers()).toEqual([]);
});
