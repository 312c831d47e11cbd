import { newId, type Step } from "@deskrl/domain";

/** A well-formed step that went well. */
export function buildStep(
  step: Partial<Step> & Pick<Step, "episodeId" | "index">,
  at = new Date("2026-01-01T12:00:00.000Z"),
): Step {
  return {
    actionId: newId("action"),
    observation: {
      screenshot: null,
      screen: { width: 1_280, height: 720 },
      windows: [],
      foregroundApp: null,
      appInfo: "",
      accessibility: [],
      accessibilityTruncated: false,
      previousResult: "",
    },
    responseText: "<think>Click it.</think>\n```python\nAgent.click(coordinate=[1, 2])\n```",
    thought: "Click it.",
    code: "Agent.click(coordinate=[1, 2])",
    call: { tool: "Agent", method: "click", args: { coordinate: [1, 2] } },
    formatOk: true,
    coordinateSpace: "native",
    points: [{ x: 1, y: 2 }],
    outcome: "ok",
    result: "",
    errorCode: null,
    reward: null,
    logProb: null,
    entropy: null,
    startedAt: at,
    timing: { observeMs: 10, policyMs: 1, executeMs: 20, recordMs: 2, totalMs: 33 },
    ...step,
  };
}
