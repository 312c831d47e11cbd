import { createServer } from "node:http";
import { createLeadership } from "@deskrl/db";
import { createTestDatabase, type TestDatabase } from "@deskrl/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { portOf } from "../lib/port-of.ts";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

const SOON = { timeout: 20_000, interval: 50 };
let cp: ControlPlaneResource;
const missing: string[] = [];
const dashboard = createServer((_req, res) => {
  res.statusCode = 500;
  res.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => dashboard.listen(0, "127.0.0.1", resolve));
  cp = await controlPlaneResource({
    dashboardUrl: `http://127.0.0.1:${portOf(dashboard)}`,
    missingMigrations: async () => missing,
  });
});
afterAll(async () => {
  await cp.stop();
  dashboard.close();
});

const ready = async () => {
  const response = await fetch(`${cp.url}/readyz`);
  return { status: response.status, body: await response.json() };
};
const metrics = (headers: Record<string, string> = {}) => fetch(`${cp.url}/metrics`, { headers });

describe("readiness", () => {
  test("a dashboard that fails degrades, and the answer says which part it is", async () => {
    await vi.waitFor(
      async () =>
        expect(await ready()).toMatchObject({
          status: 200,
          body: {
            status: "degraded",
            checks: {
              database: { ok: true },
              migrations: { ok: true },
              leader: { ok: true },
              dashboard: { ok: false, required: false, detail: "its server answers 500" },
            },
          },
        }),
      SOON,
    );
  });

  test("a database that lacks a migration makes it unready, while it still lives", async () => {
    missing.push("20990101000000_add_flying");
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: "unready", checks: { migrations: { detail: expect.stringContaining("add_flying") } } },
    });
    expect((await fetch(`${cp.url}/healthz`)).status).toBe(200);
    missing.length = 0;
  });
});

describe("metrics", () => {
  test("are for this machine, and through a proxy for who has a token", async () => {
    expect((await metrics()).status).toBe(200);
    const proxied = { "x-forwarded-for": "192.0.2.7" };
    expect((await metrics(proxied)).status).toBe(401);
    const authorization = `Bearer ${cp.tokens.operator}`;
    expect((await metrics({ ...proxied, authorization })).status).toBe(200);
  });

  test("hold what happened here, under names that stay few", async () => {
    await cp.program.system.status.query();
    await fetch(`${cp.url}/no/such/${Math.random()}`);
    const worker = await cp.startWorker();
    await worker.take("registered");
    await vi.waitFor(async () => {
      const text = await (await metrics()).text();
      expect(text).toMatch(/deskrl_trpc_call_seconds_count\{procedure="system.status",outcome="ok"\} [1-9]/);
      expect(text).toMatch(/deskrl_http_request_seconds_count\{route="dashboard",status="5xx"\} [1-9]/);
      expect(text).toContain('deskrl_workers{state="online",desired="active"} 1');
      expect(text).toContain('deskrl_grpc_streams{kind="control"} 1');
      expect(text).toContain('deskrl_episodes{state="queued"} 0');
      expect(text).toContain("deskrl_database_up 1");
      expect(text).toContain("deskrl_leading 1");
      expect(text).toMatch(/deskrl_loop_last_success_timestamp_seconds\{loop="lease reaper"\} \d+/);
      expect(text).toMatch(/deskrl_nodejs_eventloop_lag_p99_seconds \d/);
      expect(text).not.toContain("/no/such/");
    }, SOON);
  });
});

describe("housekeeping", () => {
  let other: TestDatabase;
  beforeAll(async () => {
    other = await createTestDatabase();
  });
  afterAll(() => other.destroy());

  test("every loop tells how it does, and who leads", async () => {
    await vi.waitFor(async () => {
      const { housekeeping } = await cp.program.system.status.query();
      expect(housekeeping.leader).toBe(housekeeping.instance);
      const reaper = housekeeping.loops.find(({ name }) => name === "lease reaper");
      expect(reaper).toMatchObject({ leaderOnly: true, state: "waiting", lastSuccessAt: expect.any(Date) });
    }, SOON);
  });

  test("where another leads, the leader's loops stand by", async () => {
    const leader = createLeadership({ url: other.url, key: 1, name: "the other" });
    await vi.waitFor(() => expect(leader.leading).toBe(true), SOON);
    const second = await controlPlaneResource({
      createLeadership: (name, onChange) =>
        createLeadership({ url: other.url, key: 1, name, onChange, leaseMs: 2_000 }),
    });
    try {
      await vi.waitFor(async () => {
        const { housekeeping } = await second.program.system.status.query();
        expect(housekeeping.leader).toBe("the other");
        const state = (name: string) => housekeeping.loops.find((loop) => loop.name === name)?.state;
        expect([state("assignment"), state("lease reaper")]).toEqual(["standby", "standby"]);
        expect(state("directives")).not.toBe("standby");
      }, SOON);
    } finally {
      await second.stop();
      await leader.close();
    }
  });
});
