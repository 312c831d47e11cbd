import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { EpisodeRow } from "@deskrl/db";
import { createEpisode, createRunRow, createSuite } from "@deskrl/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { portOf } from "../lib/port-of.ts";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";

let cp: ControlPlaneResource;
let dashboard: Server;
let authorization: string;
beforeAll(async () => {
  dashboard = createServer((req, res) => res.end(`page ${req.url}`));
  const sockets = new WebSocketServer({ server: dashboard });
  sockets.on("connection", (socket) => socket.on("message", (data) => socket.send(`echo ${data}`)));
  await new Promise<void>((resolve) => dashboard.listen(0, "127.0.0.1", resolve));
  const port = portOf(dashboard);
  cp = await controlPlaneResource({ dashboardUrl: `http://127.0.0.1:${port}` });
  authorization = `Bearer ${cp.tokens.operator}`;
});
afterAll(async () => {
  await cp.stop();
  dashboard.closeAllConnections();
  await new Promise((resolve) => dashboard.close(resolve));
});

const get = (path: string, headers: Record<string, string> = { authorization }) =>
  fetch(`${cp.url}${path}`, { headers });

describe("health", () => {
  test("tells that it lives and that its database answers", async () => {
    expect((await get("/healthz", {})).status).toBe(200);
    expect((await get("/readyz", {})).status).toBe(200);
  });
});

describe("blobs", () => {
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(20, 1),
  ]);

  test("are for those who are signed in, by cookie or by token", async () => {
    const hash = await cp.core.blobs.put(png, "image/png");
    const refused = await get(`/api/blobs/${hash}`, {});
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "unauthenticated" });
    const { cookie } = await cp.signIn();
    const ways: Record<string, string>[] = [{ cookie }, { authorization }];
    for (const headers of ways) {
      const response = await get(`/api/blobs/${hash}`, headers);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    }
  });

  test("are not sent again to who has them", async () => {
    const hash = await cp.core.blobs.put(png, "image/png");
    const again = await get(`/api/blobs/${hash}`, { authorization, "if-none-match": `"${hash}"` });
    expect(again.status).toBe(304);
  });

  test("that are not there are not found, and no path leads out of the store", async () => {
    expect((await get(`/api/blobs/${"0".repeat(64)}`)).status).toBe(404);
    expect((await get("/api/blobs/..%2f..%2ffirst-admin.json")).status).toBe(400);
  });
});

describe("exports", () => {
  let failed: EpisodeRow;
  beforeAll(async () => {
    const made = await createSuite(cp.core, { tasks: 2 });
    const run = await createRunRow(cp.core, made, { state: "finished" });
    const [first, second] = made.tasks;
    if (!first || !second) throw new Error("two tasks were asked for");
    const finished = { state: "finished", finishedAt: new Date() };
    const succeeded = { ...finished, verdict: "succeeded", score: 1, reason: "It is as asked." };
    await createEpisode(cp.core, { run, task: first }, succeeded);
    const rejected = {
      position: 1,
      verdict: "failed",
      score: 0,
      cause: "evaluator_rejected",
      reason: "It is not.",
    };
    failed = await createEpisode(cp.core, { run, task: second }, { ...finished, ...rejected });
  });

  test("JSONL begins with its schema and holds what passes the filters", async () => {
    const response = await get("/api/export/episodes.jsonl?verdict=failed");
    expect(response.status).toBe(200);
    const lines = (await response.text()).trimEnd().split("\n");
    const [header, ...rest] = lines.map((line) => JSON.parse(line));
    expect(header).toMatchObject({ schema: "deskrl.trajectories" });
    expect(rest).toMatchObject([{ kind: "episode", id: failed.id }]);
  });

  test.each([
    ["every episode", () => "", 2],
    ["what passes the filters", () => "?verdict=failed", 1],
    ["the episodes named", () => `?id=${failed.id}`, 1],
  ])("the OSWorld archive opens with an ordinary unzip and holds %s", async (_name, query, results) => {
    const response = await get(`/api/export/osworld.zip${query()}`);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const list =
      "import sys,io,zipfile;print('\\n'.join(zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).namelist()))";
    const input = Buffer.from(await response.arrayBuffer());
    const names = execFileSync("python3", ["-c", list], { input }).toString().split("\n");
    expect(names.filter((name) => name.endsWith("result.txt"))).toHaveLength(results);
  });

  test("are refused to strangers and for filters that are none", async () => {
    expect((await get("/api/export/episodes.jsonl", {})).status).toBe(401);
    expect((await get("/api/export/osworld.zip?id=run_1")).status).toBe(400);
    const mistyped = await get("/api/export/episodes.jsonl?verdcit=failed");
    expect(mistyped.status).toBe(400);
    expect(await mistyped.json()).toMatchObject({ code: "invalid_input" });
  });
});

describe("everything else is the dashboard's", () => {
  test("pages, with headers that keep other sites out", async () => {
    const response = await get("/fleet?state=ready", {});
    expect(await response.text()).toBe("page /fleet?state=ready");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("websockets", async () => {
    const socket = new WebSocket(`${cp.url.replace("http", "ws")}/_next/hmr`);
    await once(socket, "open");
    socket.send("hello");
    const [answer] = await once(socket, "message");
    expect(String(answer)).toBe("echo hello");
    socket.close();
  });

  test("but not addresses of ours that do not exist", async () => {
    expect((await get("/api/nothing")).status).toBe(404);
  });
});

test("a dashboard that does not answer is said to be so", async () => {
  const alone = await controlPlaneResource({ dashboardUrl: "http://127.0.0.1:1" });
  try {
    const response = await fetch(`${alone.url}/`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("does not answer yet");
  } finally {
    await alone.stop();
  }
});

test("without a dashboard a page says how to start one", async () => {
  const alone = await controlPlaneResource();
  try {
    expect(await (await fetch(`${alone.url}/`)).text()).toContain("npm start");
  } finally {
    await alone.stop();
  }
});
