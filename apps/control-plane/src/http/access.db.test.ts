import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createUser, SYSTEM_ACTOR } from "@deskrl/core";
import type { Role } from "@deskrl/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiClient, failureOf } from "../testing/api-client.ts";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

let cp: ControlPlaneResource;
beforeAll(async () => {
  cp = await controlPlaneResource();
});
afterAll(() => cp.stop());

async function signInAs(role: Role) {
  const { name, password } = await createUser(cp.core, { actor: SYSTEM_ACTOR, name: `a ${role}`, role });
  return cp.signIn({ name, password });
}

describe("signing in", () => {
  test("the first admin's password, kept in a file of its own user, opens a session; signing out ends it", async () => {
    expect((await stat(join(cp.dataDir, "first-admin.json"))).mode & 0o777).toBe(0o600);
    const { api } = await cp.signIn();
    expect(await api.auth.me.query()).toMatchObject({ name: "admin", role: "admin" });
    await api.auth.logout.mutate();
    expect(await api.auth.me.query()).toBeNull();
    expect(await failureOf(api.run.list.query({}))).toMatchObject({ code: "unauthenticated", status: 401 });
  });

  test("a wrong password and an unknown name get one and the same message", async () => {
    const wrong = await failureOf(cp.signIn({ name: "admin", password: "guess" }));
    const unknown = await failureOf(cp.signIn({ name: "nobody", password: "guess" }));
    expect(wrong).toMatchObject({ code: "wrong_password", status: 401 });
    expect(unknown).toEqual(wrong);
    expect(wrong.fix).toBeTruthy();
  });

  test("a session outlives a restart of the server", async () => {
    const { api } = await cp.signIn();
    await cp.restart();
    expect(await api.auth.me.query()).toMatchObject({ name: "admin" });
  });
});

describe("another site cannot use a session", () => {
  test.each([
    ["with its own origin", { origin: "https://evil.example" }],
    ["without an origin", {}],
  ])("a change %s is refused, reading is not", async (_name, headers: Record<string, string>) => {
    const { cookie } = await cp.signIn();
    const foreign = createApiClient(cp.url, { cookie, ...headers });
    const failure = await failureOf(foreign.token.create.mutate({ name: "stolen", scope: "operator" }));
    expect(failure).toMatchObject({ code: "forbidden", status: 403 });
    expect(await foreign.auth.me.query()).not.toBeNull();
  });
});

describe("the ladder of roles", () => {
  const spec = { suite: "small", policy: "oracle", episodes: 1 } as const;

  test("nobody sees nothing", async () => {
    const nobody = createApiClient(cp.url, {});
    expect(await nobody.auth.me.query()).toBeNull();
    expect(await failureOf(nobody.system.status.query())).toMatchObject({ code: "unauthenticated" });
  });

  test("a viewer sees and changes nothing", async () => {
    const { api } = await signInAs("viewer");
    expect((await api.system.status.query()).version).toBe("0.0.0-test");
    expect(await failureOf(api.run.create.mutate(spec))).toMatchObject({ code: "forbidden", status: 403 });
    expect(await failureOf(api.token.list.query({}))).toMatchObject({ code: "forbidden" });
  });

  test("an operator starts and stops runs but gives no rights", async () => {
    const { api } = await signInAs("operator");
    const run = await api.run.create.mutate(spec);
    expect((await api.run.stop.mutate({ id: run.id })).desiredState).toBe("stopped");
    expect(await failureOf(api.user.list.query({}))).toMatchObject({ code: "forbidden" });
  });

  test("an admin makes a user who can sign in, and a token that ends when it is revoked", async () => {
    const { api } = await signInAs("admin");
    const user = await api.user.create.mutate({ name: "grace", role: "viewer" });
    const grace = await cp.signIn({ name: "grace", password: user.password });
    expect(await grace.api.auth.me.query()).toMatchObject({ role: "viewer" });
    const { id, token } = await api.token.create.mutate({ name: "ci", scope: "viewer" });
    const program = createApiClient(cp.url, { authorization: `Bearer ${token}` });
    expect((await program.auth.me.query())?.role).toBe("viewer");
    await api.token.revoke.mutate({ id });
    expect(await failureOf(program.auth.me.query())).toMatchObject({ code: "unauthenticated" });
  });

  test("a worker's token opens the worker gateway only", async () => {
    const worker = createApiClient(cp.url, { authorization: `Bearer ${cp.tokens.worker}` });
    expect(await failureOf(worker.run.list.query({}))).toMatchObject({ code: "unauthenticated" });
  });
});

describe("bad input", () => {
  test("names the field and what to do", async () => {
    const failure = await failureOf(
      cp.program.run.create.mutate({ suite: "small", policy: "oracle", episodes: 0 }),
    );
    expect(failure).toMatchObject({ code: "invalid_input", status: 400 });
    expect(failure.message).toContain("episodes");
  });

  test("an id that names nothing is not found, an id of another kind is refused", async () => {
    expect(await failureOf(cp.program.run.byId.query({ id: "run_none" }))).toMatchObject({ status: 404 });
    expect((await failureOf(cp.program.run.byId.query({ id: "env_1" }))).message).toContain("run_");
  });

  test("a page is never larger than a hundred rows", async () => {
    expect(await failureOf(cp.program.episode.list.query({ limit: 101 }))).toMatchObject({ status: 400 });
  });

  test("a body that is too large is refused", async () => {
    const response = await fetch(`${cp.url}/trpc/auth.login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ json: { name: "admin", password: "x".repeat(5_000_000) } }),
    });
    expect(response.status).toBe(413);
  });
});
