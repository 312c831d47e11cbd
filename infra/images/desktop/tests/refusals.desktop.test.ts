import { GuestError } from "@deskrl/protocol";
import { expect, test } from "vitest";
import { useGuest } from "./guest-container.ts";

const guest = useGuest();
const id = "refused";

const cases: [method: string, path: string, body: unknown, status: number, code: string, says: string][] = [
  ["GET", "/nothing", undefined, 404, "not_found", "/nothing"],
  ["POST", "/screenshot", undefined, 400, "invalid_input", "takes no POST"],
  ["GET", "/screenshot?format=gif", undefined, 400, "invalid_input", "gif"],
  ["GET", "/screenshot?width=5000", undefined, 400, "invalid_input", "5000"],
  ["GET", "/screenshot?quality=0", undefined, 400, "invalid_input", "quality"],
  ["GET", "/observation?accessibility=maybe", undefined, 400, "invalid_input", "maybe"],
  ["GET", "/observation?max=-3", undefined, 400, "invalid_input", "max"],
  ["POST", "/actions", "{not json", 400, "invalid_input", "not JSON"],
  ["POST", "/actions", "[]", 400, "invalid_input", "JSON object"],
  ["POST", "/actions", { id, kind: "teleport" }, 400, "invalid_input", "teleport"],
  ["POST", "/actions", { kind: "wait" }, 400, "invalid_input", "'id'"],
  ["POST", "/actions", { id, kind: "click", x: 1.5, y: 2 }, 400, "invalid_input", "'x'"],
  ["POST", "/actions", { id, kind: "click", x: 1, y: 2, clicks: 9 }, 400, "invalid_input", "'clicks'"],
  ["POST", "/actions", { id, kind: "click", x: 1, y: 2, button: "side" }, 400, "invalid_input", "'button'"],
  ["POST", "/actions", { id, kind: "drag", from: { x: 1, y: 1 } }, 400, "invalid_input", "'to'"],
  ["POST", "/actions", { id, kind: "hotkey", keys: [] }, 400, "invalid_input", "'keys'"],
  ["POST", "/actions", { id, kind: "type", text: 5 }, 400, "invalid_input", "'text'"],
  ["POST", "/actions", { id, kind: "wait", ms: 60_001 }, 400, "invalid_input", "'ms'"],
  ["POST", "/actions", { id, kind: "wait", timeoutMs: 0 }, 400, "invalid_input", "'timeoutMs'"],
  ["POST", "/execute", { id }, 400, "invalid_input", "'command'"],
  ["POST", "/execute", { id, command: [] }, 400, "invalid_input", "'command'"],
  ["GET", "/files", undefined, 400, "invalid_input", "path"],
  ["GET", "/files?path=relative", undefined, 400, "invalid_input", "absolute"],
  ["GET", "/files?path=/home/user", undefined, 400, "invalid_input", "not a regular file"],
  ["GET", "/files?path=/etc/shadow", undefined, 400, "invalid_input", "Permission denied"],
  ["GET", "/files?path=/no/such", undefined, 404, "not_found", "/no/such"],
  ["PUT", "/files?path=/etc/hosts", "x", 400, "invalid_input", "Permission denied"],
  ["PUT", "/files?path=/home/user", "x", 400, "invalid_input", "folder"],
  ["DELETE", "/files?path=/no/such", undefined, 404, "not_found", "/no/such"],
  ["GET", "/files/list?path=/no/such", undefined, 404, "not_found", "/no/such"],
  ["PUT", "/clipboard", {}, 400, "invalid_input", "'text'"],
  ["POST", "/open", {}, 400, "invalid_input", "either"],
  ["POST", "/open", { path: "/no/such.ods" }, 404, "not_found", "/no/such.ods"],
  ["POST", "/open", { app: "photoshop" }, 400, "invalid_input", "photoshop"],
  [
    "POST",
    "/windows/activate",
    { title: "no such window", timeoutMs: 100 },
    404,
    "not_found",
    "no such window",
  ],
  ["POST", "/windows/close", { title: "" }, 400, "invalid_input", "'title'"],
  ["POST", "/documents/save", { timeoutMs: "soon" }, 400, "invalid_input", "'timeoutMs'"],
  ["GET", "/rfb", undefined, 400, "invalid_input", "stream"],
];

test.each(cases)("%s %s with %j is answered %i", async (method, path, body, status, code, says) => {
  const answer = await guest.send(method, path, body);
  const { error } = GuestError.parse(answer.body);
  expect({ status: answer.status, code: error.code }).toEqual({ status, code });
  expect(error.message).toContain(says);
});

test("a damaged document is an error with its path, and office goes on", async () => {
  await guest.fetch("/files?path=/tmp/broken.odp", {
    method: "PUT",
    body: Buffer.from("PK\u0003\u0004 nothing like it"),
  });
  const answer = await guest.send("POST", "/open", { path: "/tmp/broken.odp", timeoutMs: 60_000 });
  expect(answer).toMatchObject({ status: 422, body: { error: { code: "action_failed" } } });
  expect(JSON.stringify(answer.body)).toContain("/tmp/broken.odp");
  expect((await guest.health()).checks).toMatchObject({ office: true });
});

test("actions that fail are outcomes with a code", async () => {
  const outcome = async (action: Parameters<typeof guest.act>[0]) => {
    const { outcome: result, error } = await guest.act(action);
    return `${result} ${error?.code}`;
  };
  expect(await outcome({ kind: "switch_window", windowId: "0x12345678" })).toBe("error not_found");
  expect(await outcome({ kind: "switch_window", windowId: "calc" })).toBe("error invalid_input");
  expect(await outcome({ kind: "open_app", app: "photoshop" })).toBe("error invalid_input");
  expect(await outcome({ kind: "tool", tool: "NoTools", method: "x", args: {} })).toMatch(/^error /);
});

test("a body that is not wanted does not spoil the connection for the next request", async () => {
  for (let round = 0; round < 3; round += 1) {
    expect((await guest.send("DELETE", "/files?path=/no/such", "y".repeat(50_000))).status).toBe(404);
    expect((await guest.send("GET", "/clipboard")).status).toBe(200);
  }
});
