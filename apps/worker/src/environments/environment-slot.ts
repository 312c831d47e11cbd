import type { Desktop } from "@deskrl/desktops";
import type { EnvironmentState, EnvironmentTemplate } from "@deskrl/domain";

/** What the worker holds of one desired environment. */
export interface EnvironmentSlot {
  readonly environmentId: string;
  template: EnvironmentTemplate;
  recycleCount: number;
  state: EnvironmentState;
  reason: string | null;
  cause: string | null;
  /** Set while it can be used. */
  desktop: Desktop | null;
  generation: number;
  /** Generations that ended with a destroy, after which the provider counts from the start. */
  generationBase: number;
  /** A person asked for another desktop, also in place of a clean one. */
  mustReplace: boolean;
  /** Something is making it ready now. */
  working: boolean;
  /** The episode that has it. */
  episodeId: string | null;
  /** Aborts when the environment is to go, or to be replaced. */
  life: AbortController;
}

export function createSlot(
  environmentId: string,
  { template, recycleCount }: Pick<EnvironmentSlot, "template" | "recycleCount">,
): EnvironmentSlot {
  return {
    environmentId,
    template,
    recycleCount,
    state: "requested",
    reason: null,
    cause: null,
    desktop: null,
    generation: 0,
    generationBase: 0,
    mustReplace: false,
    working: false,
    episodeId: null,
    life: new AbortController(),
  };
}
