import { describe, expect, it } from "vitest";
import { failingHop, retryDelayMs } from "./view-state.logic.ts";

it("waits longer after each failure, up to a limit", () => {
  expect([1, 2, 3, 6, 60].map(retryDelayMs)).toEqual([500, 1000, 2000, 15_000, 15_000]);
});

describe("failingHop", () => {
  it("names the browser when it has no network", () => {
    expect(failingHop({ progress: "live", online: false })).toMatchObject({ hop: "browser", final: false });
  });

  it("gives up only when there is no such desktop", () => {
    expect(failingHop({ progress: "ticket", online: true, code: "not_found" }).final).toBe(true);
    expect(failingHop({ progress: "ticket", online: true, code: "worker_unavailable" })).toMatchObject({
      hop: "worker",
      final: false,
    });
  });

  it("tells an unopened socket from a silent desktop and from a broken connection", () => {
    expect(failingHop({ progress: "dialling", online: true }).hop).toBe("gateway");
    expect(failingHop({ progress: "handshake", online: true }).hop).toBe("desktop");
    expect(failingHop({ progress: "live", online: true }).hop).toBe("worker");
  });

  it("takes the gateway's word for the hop, and its first sentence for the reason", () => {
    const closeReason =
      "desktop: The desktop is resetting. Where: env_a. What to do: Wait until it is ready, or rec";
    expect(failingHop({ progress: "handshake", online: true, closeReason })).toEqual({
      hop: "desktop",
      reason: "The desktop is resetting",
      final: false,
    });
    expect(failingHop({ progress: "live", online: true, closeReason: "nonsense" }).hop).toBe("worker");
  });
});
