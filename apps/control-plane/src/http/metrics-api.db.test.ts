import { createApiToken, SYSTEM_ACTOR } from "@deskrl/core";
import type { TokenScope } from "@deskrl/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterAll(() => cp.stop());

async function createToken(scope: TokenScope): Promise<string> {
  return (await createApiToken(cp.core, { actor: SYSTEM_ACTOR, name: `a ${scope}`, scope })).token;
}

async function call(path: string, options: { token?: string; body?: string; method?: string } = {}) {
  const { token, body, method = body === undefined ? "GET" : "POST" } = options;
  const response = await fetch(`${cp.url}${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

test("a trainer makes its run, logs to it, and anybody signed in reads the panel as CSV", async () => {
  const token = await createToken("trainer");
  const made = await call("/api/v1/runs", { token, body: JSON.stringify({ name: "verl, 8 nodes" }) });
  expect(made.status).toBe(201);
  const run: string = made.json().id;
  const points = [
    { name: "actor/entropy", step: 1, value: 0.9 },
    { name: "actor/entropy", step: 2, value: "NaN" },
    { name: "custom/number", step: 1, value: 7 },
  ];
  const logged = await call("/api/v1/metrics", {
    token,
    body: JSON.stringify({ run, source: "verl", points }),
  });
  expect(logged).toMatchObject({ status: 200 });
  expect(logged.json()).toEqual({
    stored: 3,
    renamed: { "actor/entropy": "policy/entropy" },
    unknown: ["custom/number"],
  });
  const viewer = await createToken("viewer");
  const csv = await call(`/api/v1/runs/${run}/metrics.csv?names=policy/entropy&smoothing=0&x=step`, {
    token: viewer,
  });
  expect(csv.status).toBe(200);
  expect(csv.text.split("\r\n").slice(1)).toEqual([
    'step,"verl, 8 nodes:policy/entropy"',
    `,${run}:policy/entropy`,
    "1,0.9",
    "2,NaN",
    "",
  ]);
  const { api } = await cp.signIn();
  expect(await api.run.byId.query({ id: run })).toMatchObject({ kind: "external", state: "running" });
  expect(await api.metrics.names.query({ runId: run })).toHaveLength(2);
});

test("a trainer's token opens nothing else, and other tokens log nothing", async () => {
  const trainer = await createToken("trainer");
  expect((await call("/api/export/episodes.jsonl", { token: trainer })).status).toBe(401);
  expect((await call("/trpc/run.list?input=%7B%7D", { token: trainer })).status).toBe(401);
  const body = JSON.stringify({ name: "x" });
  for (const scope of ["viewer", "worker"] as const)
    expect((await call("/api/v1/runs", { token: await createToken(scope), body })).status).toBe(401);
  expect((await call("/api/v1/runs", { body })).status).toBe(401);
});

test.each([
  ["{", "The body is not JSON."],
  ['{"run": "run_a", "points": [{"name": "a", "step": 1, "value": NaN}]}', "The body is not JSON."],
  ['{"run": "no id", "points": []}', "run"],
  ["[]", "expected object"],
])("a body that is wrong (%s) is answered with what is wrong", async (body, message) => {
  const answer = await call("/api/v1/metrics", { token: await createToken("trainer"), body });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(message),
    fix: expect.any(String),
  });
});

test("a body that is too long is refused with an answer", async () => {
  const token = await createToken("trainer");
  const answer = await call("/api/v1/metrics", { token, body: " ".repeat(5 * 1024 * 1024) });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ message: expect.stringContaining("longer than") });
});

test("a CSV without metrics, or along an axis that is none, is refused", async () => {
  const token = await createToken("viewer");
  for (const query of ["", "names=a&x=sideways", "names=a&maxPoints=many"]) {
    const answer = await call(`/api/v1/runs/run_nothing/metrics.csv?${query}`, { token });
    expect(answer.status).toBe(400);
  }
  expect((await call("/api/v1/runs/run_nothing/metrics.csv?names=a", { token })).status).toBe(404);
});
