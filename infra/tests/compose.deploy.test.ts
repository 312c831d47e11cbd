import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiClient, failureOf, signIn } from "../../apps/control-plane/src/testing/api-client.ts";
import {
  type ComposeStack,
  composeStack,
  firstAdmin,
  ready,
  SIMULATED_TASKS,
  SLOW,
} from "./compose-stack.ts";

let stack: ComposeStack;
let api: ApiClient;

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

test("its workers have joined, and an evaluation on their simulated desktops runs to its end", async () => {
  await bothOnline();
  const { id } = await api.run.create.mutate({
    ...{ suite: "office-basics", policy: "oracle", tasks: SIMULATED_TASKS },
    ...{ episodes: SIMULATED_TASKS.length, desktops: 2 },
  });
  const ended = await vi.waitFor(async () => {
    const run = await api.run.byId.query({ id });
    expect(run.state).toBe("finished");
    return run;
  }, SLOW);
  const { succeeded, failed, invalid } = ended.counts;
  expect({ succeeded, failed, invalid }).toEqual({
    ...{ succeeded: SIMULATED_TASKS.length, failed: 0, invalid: 0 },
  });
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

test("it goes and leaves nothing: no container, no network, no volume", async () => {
  expect((await stack.leftovers()).length).toBeGreaterThan(5);
  await stack.down();
  expect(await stack.leftovers()).toEqual([]);
});
