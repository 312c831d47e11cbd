import {
  type ActionSpace,
  actionSpaceFor,
  type GuestPlan,
  parseCalls,
  resolveCall,
  toGuestActions,
} from "@deskrl/agent";
import type { Size, ToolCall } from "@deskrl/domain";

export type ActionSpaceName = "api-gui" | "gui";

/** A line of code, checked and translated for the desktop. */
export interface ActionPlan {
  call: ToolCall;
  plan: GuestPlan | { kind: "refused"; message: string };
}

/** What may be done with an application in front. One object for each application, so that checks are made once. */
export function spaceFor(name: ActionSpaceName, foregroundApp: string | null): ActionSpace {
  const key = `${name} ${foregroundApp}`;
  let space = spaces.get(key);
  if (!space) {
    space = actionSpaceFor(foregroundApp, "native", name === "gui" ? {} : undefined);
    spaces.set(key, space);
  }
  return space;
}

const spaces = new Map<string, ActionSpace>();

/** Lines repeat from episode to episode, so each is parsed and checked once for each action space. */
export class ActionPlans {
  readonly #plans = new WeakMap<ActionSpace, Map<string, ActionPlan>>();

  constructor(readonly screen: Size) {}

  of(code: string, space: ActionSpace): ActionPlan {
    let plans = this.#plans.get(space);
    if (!plans) {
      plans = new Map();
      this.#plans.set(space, plans);
    }
    let plan = plans.get(code);
    if (!plan) {
      plan = this.#make(code, space);
      if (plans.size >= 50_000) plans.clear();
      plans.set(code, plan);
    }
    return plan;
  }

  #make(code: string, space: ActionSpace): ActionPlan {
    const [expression] = parseCalls(code);
    if (!expression) throw new Error(`a candidate is one call, not ${code}`);
    const { call, problem } = resolveCall(expression, space);
    if (problem) return { call, plan: { kind: "refused", message: problem.message } };
    const plan = toGuestActions({
      call,
      actionId: "step",
      space: space.coordinateSpace,
      screen: this.screen,
      timeoutMs: 1_000,
    });
    return { call, plan };
  }
}
