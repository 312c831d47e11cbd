import { expect, test } from "vitest";
import { answer, withScriptedGuest } from "./scripted-guest.ts";
import { waitReady } from "./wait-ready.ts";

const health = (ready: boolean) => ({
  version: 1,
  ready,
  checks: { display: true, painted: ready },
  screen: { width: 1280, height: 720 },
  zombies: 0,
  uptimeMs: 1,
});
const signal = new AbortController().signal;
const runs = async () => true as const;

test("an answering port is not readiness: it waits for a painted desktop", async () => {
  let asked = 0;
  await withScriptedGuest(
    (_request, response) => answer(response, health(++asked >= 4)),
    (http) =>
      waitReady(http, { deadlines: { bootMs: 1_000, desktopMs: 1_000 }, signal, stillRuns: runs, pollMs: 1 }),
  );
  expect(asked).toBe(4);
});

test("the failure says which clock ran out and what was missing", async () => {
  const waiting = withScriptedGuest(
    (_request, response) => answer(response, health(false)),
    (http) =>
      waitReady(http, { deadlines: { bootMs: 1_000, desktopMs: 50 }, signal, stillRuns: runs, pollMs: 1 }),
  );
  await expect(waiting).rejects.toMatchObject({
    phase: "desktop",
    message: expect.stringContaining("painted"),
  });
});

test("a guest that never answers fails in phase boot", async () => {
  const waiting = withScriptedGuest(
    (request) => void request.socket.destroy(),
    (http) =>
      waitReady(http, { deadlines: { bootMs: 50, desktopMs: 1_000 }, signal, stillRuns: runs, pollMs: 1 }),
  );
  await expect(waiting).rejects.toMatchObject({ phase: "boot" });
});

test("a container that ended is not waited for", async () => {
  const waiting = withScriptedGuest(
    (request) => void request.socket.destroy(),
    (http) =>
      waitReady(http, {
        deadlines: { bootMs: 60_000, desktopMs: 60_000 },
        signal,
        stillRuns: async () => "the container ended with exit code 3",
        pollMs: 1,
      }),
  );
  await expect(waiting).rejects.toMatchObject({ message: "the container ended with exit code 3" });
});
