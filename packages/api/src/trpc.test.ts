import type { CoreContext } from "@deskrl/core";
import { type Actor, AppError } from "@deskrl/domain";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ApiContext } from "./context.ts";
import { adminProcedure, createRouter, operatorProcedure, publicProcedure, viewerProcedure } from "./trpc.ts";

const fail = (error: unknown) => publicProcedure.query(() => Promise.reject(error));
const router = createRouter({
  bug: fail(new Error("password=hunter2 at row 7")),
  internal: fail(new AppError("internal", "SELECT secret FROM users")),
  expected: fail(
    new AppError("engine_unavailable", "Docker does not answer.", { where: "w", fix: "Start it." }),
  ),
  parse: publicProcedure.input(z.object({ pages: z.number() })).query(({ input }) => input.pages),
  viewer: viewerProcedure.query(() => "ok"),
  operator: operatorProcedure.query(() => "ok"),
  admin: adminProcedure.query(() => "ok"),
});

const unused = () => Promise.reject(new Error("not a part of this test"));

/** Calls a procedure as the wire does and gives what came back. */
async function call(path: string, { actor = null as Actor | null, input = "" } = {}) {
  const logged: object[] = [];
  const query = input ? `?input=${encodeURIComponent(input)}` : "";
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    router,
    req: new Request(`http://localhost/trpc/${path}${query}`),
    createContext: (): ApiContext => ({
      // No procedure of this router reaches for a use case.
      core: {} as CoreContext,
      actor,
      session: { token: null, set: () => {}, clear: () => {} },
      commands: { readClipboard: unused, writeClipboard: unused },
      tickets: { issue: unused },
      training: { settings: { bc: [], rl: [], entropulse: [], eval: [] }, check: () => {} },
      housekeeping: () => ({ instance: "test", leader: "test", problem: null, loops: [] }),
      assertRoom: () => {},
      observe: () => {},
      door: { addresses: [], fingerprint: null, thisMachineOnly: true },
      log: { error: (fields) => logged.push(fields) },
      requestId: "req-1",
      version: "0",
    }),
  });
  const text = await response.text();
  return { status: response.status, text, app: JSON.parse(text).error?.json.data.app, logged };
}

describe("what goes over the wire of a failure", () => {
  test.each(["bug", "internal"])(
    "of %s: an error id and none of its text, which is in the log",
    async (path) => {
      const { status, text, app, logged } = await call(path);
      expect(status).toBe(500);
      expect(text).not.toMatch(/hunter2|SELECT/);
      expect(app).toMatchObject({ code: "internal", where: path });
      expect(app.message).toContain("req-1");
      expect(logged).toMatchObject([{ errorId: "req-1", path }]);
    },
  );

  test("of an expected one: its code, what, where and what to do, and nothing is logged", async () => {
    const { status, app, logged } = await call("expected");
    expect(status).toBe(503);
    expect(app).toEqual({
      code: "engine_unavailable",
      message: "Docker does not answer.",
      where: "w",
      fix: "Start it.",
    });
    expect(logged).toEqual([]);
  });

  test("of bad input: the field", async () => {
    const { status, app } = await call("parse", { input: JSON.stringify({ json: { pages: "ten" } }) });
    expect(status).toBe(400);
    expect(app).toMatchObject({ code: "invalid_input", where: "parse, field pages" });
  });

  test("of an unknown procedure: that there is none", async () => {
    expect(await call("nothing")).toMatchObject({ status: 404, app: { code: "not_found" } });
  });
});

describe("the ladder", () => {
  const rungs = ["viewer", "operator", "admin"] as const;

  test.each(rungs)("%s is closed to who is not signed in", async (path) => {
    expect(await call(path)).toMatchObject({ status: 401, app: { code: "unauthenticated" } });
  });

  test.each(
    rungs.flatMap((role, has) =>
      rungs.map((path, needs) => ({ role, path, status: has >= needs ? 200 : 403 })),
    ),
  )("$role at $path gets $status", async ({ role, path, status }) => {
    expect((await call(path, { actor: { id: "usr_1", name: "ada", role } })).status).toBe(status);
  });
});
