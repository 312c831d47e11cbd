import type { LearnerState } from "../learner-state.ts";
import type { Suite } from "../rollout/suite.ts";
import type { ResolvedSettings } from "../settings.ts";
import type { TrainerOptions, TrainerProgress, TrainerYield } from "../types.ts";

/** What the work of a phase is given. */
export interface PhaseContext {
  options: TrainerOptions;
  settings: ResolvedSettings;
  suite: Suite;
  state: LearnerState;
  /** Of everything that this phase draws: seed of the run, kind, and the version it began with. */
  baseSeed: number;
  now: () => number;
}

export interface UnitOptions {
  signal?: AbortSignal;
  onProgress?: (progress: TrainerProgress) => void;
}

/** What one unit of work gives beside the changed state. */
export type UnitResult = Pick<TrainerYield, "metrics" | "episodes" | "groups"> &
  Partial<Pick<TrainerYield, "pauseReason" | "poolReport" | "evaluation">>;

/** The work of one kind of phase. It keeps nothing that is not in the learner's state or in `save`. */
export interface PhaseWork {
  readonly plannedSteps: number;
  /** Unit number `state.step`, counted from 0. */
  unit(options: UnitOptions): Promise<UnitResult>;
  /** Successes so far, where the phase collects them. */
  pool(): Uint8Array | null;
  /** Plain JSON beyond the learner's state. */
  save(): unknown;
}

/** Lets messages of the process be heard and sent; ends when the signal has aborted. */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
