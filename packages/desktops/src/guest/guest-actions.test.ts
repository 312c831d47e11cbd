import { expect, test } from "vitest";
import { GUEST_DEADLINES } from "./deadlines.ts";
import { act, execute } from "./guest-actions.ts";
import { createGuestHttp } from "./guest-http.ts";
import { answer, withScriptedGuest } from "./scripted-guest.ts";

const deadlines = { ...GUEST_DEADLINES, graceMs: 100, replayMs: 700 };
const wait = { id: "act_1", kind: "wait", ms: 1, timeoutMs: 200 } as const;
const done = { id: "act_1", outcome: "ok", output: "", error: null, durationMs: 1 };
const health = (uptimeMs: number) => ({
  version: 1,
  ready: true,
  checks: {},
  screen: { width: 1280, height: 720 },
  zombies: 0,
  uptimeMs,
});

test("a lost answer is asked for again with the same id and comes back as a replay", async () => {
  const ids: string[] = [];
  const result = await withScriptedGuest(
    (request, response, body) => {
      if (request.url === "/health") return answer(response, health(60_000));
      ids.push(JSON.parse(body).id);
      if (ids.length === 1) return void request.socket.destroy();
      answer(response, { ...done, replayed: true });
    },
    (http) => act(http, wait, { deadlines }),
  );
  expect(ids).toEqual(["act_1", "act_1"]);
  expect(result).toMatchObject({ outcome: "ok", replayed: true });
});

test("an answer that never comes is the outcome unknown, not a second action and not an exception", async () => {
  const result = await withScriptedGuest(
    (request) => void request.socket.destroy(),
    (http) => act(http, wait, { deadlines }),
  );
  expect(result.outcome).toBe("unknown");
  expect(result.error?.code).toBe("outcome_unknown");
});

test("a guest that was started anew has forgotten its ids, so it is not asked to act again", async () => {
  let posts = 0;
  const result = await withScriptedGuest(
    (request, response) => {
      if (request.url === "/health") return answer(response, health(0));
      posts += 1;
      request.socket.destroy();
    },
    (http) => execute(http, { id: "act_2", command: "true", timeoutMs: 200 }, { deadlines }),
  );
  expect(posts).toBe(1);
  expect(result.outcome).toBe("unknown");
});

test("an action that never left this machine is an error, since nothing can have happened", async () => {
  const gone = await withScriptedGuest(
    () => {},
    async (http) => http.endpoint,
  );
  const http = createGuestHttp(gone, "env_test");
  await expect(act(http, wait, { deadlines })).rejects.toMatchObject({ code: "guest_unreachable" });
  http.close();
});

test("a refusal of the guest is passed on at once", async () => {
  let posts = 0;
  const call = withScriptedGuest(
    (_request, response) => {
      posts += 1;
      answer(response, { error: { code: "bad", message: "no such kind", fix: "use another" } }, 400);
    },
    (http) => act(http, wait, { deadlines }),
  );
  await expect(call).rejects.toMatchObject({
    code: "invalid_input",
    message: "no such kind",
    fix: "use another",
  });
  expect(posts).toBe(1);
});

test("an action that does not fit the contract names the field and is not sent", async () => {
  const call = withScriptedGuest(
    () => {
      throw new Error("nothing may be sent");
    },
    (http) => act(http, { id: "act_1", kind: "click", x: -5, y: 3 }, { deadlines }),
  );
  await expect(call).rejects.toMatchObject({ code: "invalid_input", where: "action.x" });
});

test("cancelling ends the call as cancelled, without asking again", async () => {
  let posts = 0;
  const cancel = new AbortController();
  const call = withScriptedGuest(
    () => {
      posts += 1;
      cancel.abort();
    },
    (http) => act(http, { ...wait, timeoutMs: 5_000 }, { deadlines, signal: cancel.signal }),
  );
  await expect(call).rejects.toMatchObject({ code: "cancelled" });
  expect(posts).toBe(1);
});
