import { describe, expect, it } from "vitest";
import type { EnvironmentRow } from "../../lib/api/types.ts";
import { controlOf, recycleAct, takeControlAct, viewBlock } from "./control.logic.ts";

const driven = (controlledBy: string | null, busy = false) =>
  ({ controlledBy, episode: busy ? {} : null }) as EnvironmentRow;

it("knows who has mouse and keyboard", () => {
  expect(controlOf(driven("ada"), "ada")).toEqual({ kind: "me" });
  expect(controlOf(driven("bob"), "ada")).toEqual({ kind: "other", name: "bob" });
  expect(controlOf(driven(null, true), "ada")).toEqual({ kind: "agent" });
  expect(controlOf(driven(null), "ada")).toEqual({ kind: "nobody" });
});

describe("takeControlAct", () => {
  it("goes from requested to acknowledged, and rests once the row says so", () => {
    const agent = { kind: "agent" } as const;
    expect(takeControlAct({ status: "pending" }, agent).phase).toBe("requested");
    expect(takeControlAct({ status: "success" }, agent).phase).toBe("acknowledged");
    expect(takeControlAct({ status: "success" }, { kind: "me" }).phase).toBe("idle");
  });

  it("shows the reason of a refusal", () => {
    expect(
      takeControlAct({ status: "error", reason: "bob drives it" }, { kind: "other", name: "bob" }),
    ).toEqual({
      phase: "refused",
      reason: "bob drives it",
    });
  });
});

it("calls a recycle done only once a newer desktop is up", () => {
  const asked = { status: "success" } as const;
  expect(recycleAct(asked, 3, { generation: 3, state: "ready" }).phase).toBe("acknowledged");
  expect(recycleAct(asked, 3, { generation: 4, state: "starting" }).phase).toBe("acknowledged");
  expect(recycleAct(asked, 3, { generation: 4, state: "ready" }).phase).toBe("done");
  expect(recycleAct(asked, 3, { generation: 4, state: "failed" }).phase).toBe("refused");
});

it("says why there is no view", () => {
  expect(viewBlock({ state: "leased", stateReason: null, workerState: "online" })).toBeNull();
  expect(viewBlock({ state: "failed", stateReason: "out of memory", workerState: "online" })).toContain(
    "out of memory",
  );
  expect(viewBlock({ state: "leased", stateReason: null, workerState: "lost" })).toContain("worker");
});
