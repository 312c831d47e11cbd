import { expect, it } from "vitest";
import { connectionOf } from "./connection.logic.ts";

const base = { connected: true, disconnectedAtMs: null, lastHeardAtMs: 100_000, behind: 0, nowMs: 104_000 };

it("is live while beats arrive, however quiet the topics are", () => {
  expect(connectionOf(base)).toEqual({ kind: "live" });
});

it("says how many events are still to be applied", () => {
  expect(connectionOf({ ...base, behind: 7 })).toEqual({ kind: "catching-up", behind: 7 });
  expect(connectionOf({ ...base, behind: null })).toEqual({ kind: "catching-up", behind: null });
});

it("calls an open socket that fell silent offline, since it was last heard", () => {
  expect(connectionOf({ ...base, nowMs: 113_000 })).toEqual({ kind: "offline", sinceMs: 100_000 });
});

it("is connecting before the first connection and offline after a loss", () => {
  expect(connectionOf({ ...base, connected: false }).kind).toBe("connecting");
  expect(connectionOf({ ...base, connected: false, disconnectedAtMs: 90_000 })).toEqual({
    kind: "offline",
    sinceMs: 90_000,
  });
});
