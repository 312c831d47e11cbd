import { expect, test } from "vitest";
import { actionSpaceFor } from "../actions/action-space.ts";
import { resolveCall } from "../actions/resolve-call.ts";
import { parseResponse } from "../parser/parse-response.ts";
import type { Policy, PolicyInput, Turn } from "../types.ts";

/** An input for a policy under test. */
export function policyInput(
  given: Partial<PolicyInput> & { foregroundApp?: string | null } = {},
): PolicyInput {
  const { foregroundApp = null, ...rest } = given;
  return {
    instruction: "Sum the column.",
    observation: {
      screenshot: null,
      screen: { width: 1280, height: 720 },
      windows: [],
      foregroundApp,
      appInfo: "",
      accessibility: [
        { role: "push-button", name: "Save", text: "", x: 30, y: 40, width: 20, height: 20 },
        { role: "menu", name: "off the screen", text: "", x: 4000, y: 40, width: 20, height: 20 },
      ],
      accessibilityTruncated: false,
      previousResult: "",
    },
    screenshot: null,
    history: [],
    actionSpace: actionSpaceFor(foregroundApp, "native"),
    signal: new AbortController().signal,
    ...rest,
  };
}

/** What every policy must do, whatever chooses its actions. */
export function testPolicyContract(name: string, createPolicy: () => Policy): void {
  test(`${name}: every answer has the text format and a valid action`, async () => {
    const policy = createPolicy();
    const history: Turn[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const input = policyInput({ history, foregroundApp: turn % 2 === 0 ? "calc" : null });
      const { text, policyVersion } = await policy.act(input);
      const parsed = parseResponse(text);
      expect(parsed, text).toMatchObject({ formatOk: true });
      expect(text).toMatch(/^<think>.+<\/think>\n```python\n.+\n```$/s);
      expect(policyVersion).not.toBe("");
      for (const call of parsed.formatOk ? parsed.calls : []) {
        expect(resolveCall(call, input.actionSpace).problem, text).toBeNull();
      }
      history.push({ responseText: text, code: parsed.code, outcome: "ok", result: "" });
    }
  });

  test(`${name}: asked again in the same place it answers the same`, async () => {
    const [first, second] = [createPolicy(), createPolicy()];
    const input = policyInput({ foregroundApp: "calc" });
    const answer = await first.act(input);
    expect(await first.act(input)).toEqual(answer);
    expect(await second.act(input)).toEqual(answer);
  });

  test(`${name}: does not answer once its signal has aborted`, async () => {
    const signal = AbortSignal.abort(new Error("over"));
    await expect(createPolicy().act(policyInput({ signal }))).rejects.toThrow("over");
  });
}
