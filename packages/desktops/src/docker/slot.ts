import type { EnvironmentTemplate } from "@deskrl/domain";
import type { Desktop, ProvidedEnvironment } from "../types.ts";
import type { ReadyContainer } from "./start-container.ts";

/** One environment: an id behind which clean containers follow each other, one generation after the other. */
export interface Slot {
  readonly environmentId: string;
  template: EnvironmentTemplate | null;
  state: ProvidedEnvironment["state"];
  generation: number;
  used: boolean;
  reason: string | null;
  cause: string | null;
  container: ReadyContainer | null;
  desktop: Desktop | null;
  /** Ends waits of its verbs when it is destroyed. */
  readonly destroyed: AbortController;
  /** Its verbs run one after another. */
  tail: Promise<unknown>;
}

export function newSlot(environmentId: string): Slot {
  return {
    environmentId,
    template: null,
    state: "starting",
    generation: 0,
    used: false,
    reason: null,
    cause: null,
    container: null,
    desktop: null,
    destroyed: new AbortController(),
    tail: Promise.resolve(),
  };
}

export function viewOf(slot: Slot): ProvidedEnvironment {
  const { environmentId, generation, state, used, reason, cause } = slot;
  return { environmentId, generation, state, used, reason, cause };
}

/** Runs after every earlier verb on the slot has ended, however it ended. */
export function inTurn<T>(slot: Slot, run: () => Promise<T>): Promise<T> {
  const result = slot.tail.then(run, run);
  slot.tail = result.catch(() => {});
  return result;
}
