import { expect, test } from "vitest";
import { checkReadiness } from "./check-readiness.ts";

const fine = { required: true, look: async () => null };

test("all parts in order is ready", async () => {
  const answer = await checkReadiness({ database: fine, leader: { ...fine, look: async () => "cp-1" } });
  expect(answer).toMatchObject({ status: "ready", checks: { leader: { ok: true, detail: "cp-1" } } });
});

test("a part that is required and away is unready, with the reason in one line", async () => {
  const look = () => Promise.reject(new Error("PostgreSQL cannot be reached.\nstack"));
  expect(await checkReadiness({ database: { required: true, look } })).toMatchObject({
    status: "unready",
    checks: { database: { ok: false, detail: "PostgreSQL cannot be reached." } },
  });
});

test("a part that is not required only degrades", async () => {
  const look = () => Promise.reject(new Error("starting"));
  expect((await checkReadiness({ database: fine, dashboard: { required: false, look } })).status).toBe(
    "degraded",
  );
});

test("a part that never answers does not hold the answer up", async () => {
  const look = () => new Promise<null>(() => {});
  const answer = await checkReadiness({ database: { required: true, look } }, { patienceMs: 20 });
  expect(answer).toMatchObject({
    status: "unready",
    checks: { database: { detail: "no answer within 0.02 s" } },
  });
});
