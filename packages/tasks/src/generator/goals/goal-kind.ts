import type { Goal } from "../types.ts";
import type { World } from "../world.ts";

/** Ways to say something; none of the held-out ones is ever used in training. */
export interface Wordings {
  readonly train: readonly [string, string, string, string];
  readonly heldOut: readonly [string, string];
}

/** A kind of thing to ask for: clauses without a full stop, `{…}` for what differs from task to task. */
export interface GoalKind {
  readonly wordings: Wordings;
  readonly simOnly?: boolean;
  make(world: World): Omit<Goal, "kind">;
}
