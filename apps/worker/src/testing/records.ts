import { createHash } from "node:crypto";
import { newId } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A step as an episode would record it. */
export function stepRecord(
  episodeId: string,
  index: number,
  screenshot: string | null = null,
): JournalRecord {
  return {
    kind: "step",
    step: {
      episodeId,
      index,
      actionId: newId("action"),
      observation: {
        screenshot,
        screen: { width: 1280, height: 720 },
        windows: [],
        foregroundApp: null,
        appInfo: "ünïcode 表計算 😀\nsecond line",
        accessibility: [],
        accessibilityTruncated: false,
        previousResult: "",
      },
      responseText: "<think>why</think>\n```python\nAgent.wait()\n```",
      thought: "why",
      code: "Agent.wait()",
      call: { tool: "Agent", method: "wait", args: {} },
      formatOk: true,
      coordinateSpace: "native",
      points: [],
      outcome: "ok",
      result: "",
      errorCode: null,
      reward: null,
      logProb: null,
      entropy: null,
      startedAt: new Date(0),
      timing: { observeMs: 1, policyMs: 1, executeMs: 1, recordMs: 1, totalMs: 4 },
    },
  };
}

export function finishedRecord(finalScreenshot: string | null = null): JournalRecord {
  return {
    kind: "finished",
    result: { verdict: "succeeded", score: 1, cause: null, reason: "It is right." },
    finalScreenshot,
    at: new Date(0),
  };
}
