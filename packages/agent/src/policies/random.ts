import type { AccessibilityRow } from "@deskrl/domain";
import { APP_NAMES } from "@deskrl/protocol";
import { SCROLL_DIRECTIONS } from "../actions/gui-actions.ts";
import { pythonCall } from "../parser/python-literal.ts";
import type { Policy, PolicyInput } from "../types.ts";
import { writeAnswer } from "./answer.ts";
import { randomArguments } from "./random-arguments.ts";
import { createRandomSource, type RandomSource } from "./random-source.ts";

const TEXTS = ["hello", "42", "=SUM(A1:A3)", "Total", "naïve café", "表計算"] as const;
const HOTKEYS: readonly [string[], ...string[][]] = [
  ["enter"],
  ["tab"],
  ["escape"],
  ["ctrl", "a"],
  ["ctrl", "c"],
  ["ctrl", "v"],
  ["ctrl", "z"],
  ["ctrl", "s"],
  ["alt", "f"],
];

/** How often each kind of action is chosen; what does not apply falls back to a click. */
const WEIGHTS = [
  ["row", 34],
  ["click", 14],
  ["type", 14],
  ["hotkey", 10],
  ["tool", 16],
  ["scroll", 4],
  ["open", 4],
  ["window", 2],
  ["wait", 1],
  ["exit", 1],
] as const;
type Kind = (typeof WEIGHTS)[number][0];
const TOTAL = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

/** Valid random actions: the floor that a policy must be above. Seed and turn alone decide what it answers. */
export function createRandomPolicy(seed: number, policyVersion: string): Policy {
  return {
    name: "random",
    wantsPixels: false,
    act: async (input) => {
      input.signal.throwIfAborted();
      const random = createRandomSource(Math.imul(seed + 1, 0x9e3779b1) ^ input.history.length);
      const kind = chooseKind(random);
      const text = writeAnswer(`A random action: ${kind}.`, randomCode(kind, input, random));
      return { text, policyVersion };
    },
  };
}

function chooseKind(random: RandomSource): Kind {
  let left = random.next() * TOTAL;
  for (const [kind, weight] of WEIGHTS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return "click";
}

function randomCode(kind: Kind, input: PolicyInput, random: RandomSource): string {
  const { observation, actionSpace } = input;
  const agent = (method: string, args: Parameters<typeof pythonCall>[2]) => pythonCall("Agent", method, args);
  const anywhere = () => randomPoint(input, random);
  switch (kind) {
    case "row": {
      const [row, ...rows] = observation.accessibility.filter((candidate) => isOnScreen(candidate, input));
      return agent("click", { coordinate: row ? pointOf(random.pick([row, ...rows]), input) : anywhere() });
    }
    case "type":
      return agent("type", {
        ...(random.chance(0.5) ? { coordinate: anywhere() } : {}),
        text: random.pick(TEXTS),
        enter: random.chance(0.5),
      });
    case "hotkey":
      return agent("hotkey", { keys: random.pick(HOTKEYS) });
    case "scroll":
      return agent("scroll", { coordinate: anywhere(), direction: random.pick(SCROLL_DIRECTIONS) });
    case "open":
      return agent("open_app", { app_name: random.pick(APP_NAMES) });
    case "wait":
      return agent("wait", {});
    case "exit":
      return agent("exit", { success: random.chance(0.5) });
    case "window": {
      const [window, ...windows] = observation.windows;
      if (!window) break;
      return agent("switch_window", { window_id: random.pick([window, ...windows]).id });
    }
    case "tool": {
      const [tool, ...tools] = actionSpace.tools;
      if (!tool) break;
      const chosen = random.pick([tool, ...tools]).function;
      const [owner = "", method = ""] = chosen.name.split(".");
      return pythonCall(owner, method, randomArguments(chosen.parameters, random));
    }
    case "click":
      break;
  }
  return agent("click", {
    coordinate: anywhere(),
    num_clicks: random.integer(1, 2),
    button_type: random.pick(["left", "left", "right"]),
  });
}

function isOnScreen({ x, y }: AccessibilityRow, { observation: { screen } }: PolicyInput): boolean {
  return x >= 0 && y >= 0 && x < screen.width && y < screen.height;
}

/** A row's centre in the space the policy writes in. */
function pointOf(
  { x, y }: AccessibilityRow,
  { observation: { screen }, actionSpace }: PolicyInput,
): number[] {
  if (actionSpace.coordinateSpace === "native") return [Math.floor(x), Math.floor(y)];
  return [Math.floor((x / screen.width) * 1000), Math.floor((y / screen.height) * 1000)];
}

function randomPoint({ observation: { screen }, actionSpace }: PolicyInput, random: RandomSource): number[] {
  const size = actionSpace.coordinateSpace === "native" ? screen : { width: 1001, height: 1001 };
  return [random.integer(0, size.width - 1), random.integer(0, size.height - 1)];
}
