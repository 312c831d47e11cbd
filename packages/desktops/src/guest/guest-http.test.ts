import { expect, test } from "vitest";
import { z } from "zod";
import { createGuestHttp, MAX_ANSWER_BYTES } from "./guest-http.ts";
import { answer, withScriptedGuest } from "./scripted-guest.ts";

const Text = z.object({ text: z.string() });
const get = { method: "GET", path: "/clipboard", timeoutMs: 1_000 } as const;

test("every request carries the token", async () => {
  const seen = await withScriptedGuest(
    (request, response) => answer(response, { text: request.headers.authorization }),
    (http) => http.json(Text, get),
  );
  expect(seen.text).toBe("Bearer secret");
});

test("a guest that does not answer in time is guest_timeout and names the call", async () => {
  const call = withScriptedGuest(
    () => {},
    (http) => http.send({ ...get, timeoutMs: 60 }),
  );
  await expect(call).rejects.toMatchObject({ code: "guest_timeout", where: "env_test: GET /clipboard" });
});

test("an answer cut in the middle is guest_unreachable, never half a result", async () => {
  const call = withScriptedGuest(
    (_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    },
    (http) => http.json(Text, get),
  );
  await expect(call).rejects.toMatchObject({ code: "guest_unreachable" });
});

test("a guest that floods its answer is cut off at the limit, with the desktop and the call in the message", async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  let sent = 0;
  const call = withScriptedGuest(
    (_request, response) => {
      response.writeHead(200);
      const flood = () => {
        if (response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, () => setImmediate(flood));
      };
      flood();
    },
    (http) => http.send({ ...get, timeoutMs: 60_000 }),
  );
  await expect(call).rejects.toMatchObject({
    ...{ code: "guest_error", message: "The desktop answered more than 256 MiB" },
    where: "env_test: GET /clipboard",
  });
  expect(sent).toBeGreaterThan(MAX_ANSWER_BYTES);
}, 60_000);

test("an answer of another form is guest_error and says to rebuild the image", async () => {
  const call = withScriptedGuest(
    (_request, response) => answer(response, { txt: 1 }),
    (http) => http.json(Text, get),
  );
  await expect(call).rejects.toMatchObject({ code: "guest_error", fix: expect.stringContaining("image") });
});

test.each([
  [404, "not_found"],
  [504, "guest_timeout"],
  [507, "disk_full"],
  [401, "guest_error"],
  [500, "guest_error"],
])("status %i of the guest is %s with the guest's own words", async (status, code) => {
  const call = withScriptedGuest(
    (_request, response) => answer(response, { error: { code: "x", message: "what happened" } }, status),
    (http) => http.send(get),
  );
  await expect(call).rejects.toMatchObject({ code, message: "what happened" });
});

test("nothing listening is guest_unreachable", async () => {
  const endpoint = await withScriptedGuest(
    () => {},
    async (http) => http.endpoint,
  );
  const http = createGuestHttp(endpoint, "env_test");
  await expect(http.send(get)).rejects.toMatchObject({ code: "guest_unreachable" });
  http.close();
});

test("a closed client fails calls in flight", async () => {
  const call = withScriptedGuest(
    () => {},
    async (http) => {
      const pending = http.send(get);
      http.close();
      return pending;
    },
  );
  await expect(call).rejects.toMatchObject({ code: "guest_unreachable" });
});
