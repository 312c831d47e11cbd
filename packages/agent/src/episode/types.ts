import type { EnvironmentProvider } from "@deskrl/desktops";
import type { CoordinateSpace, newId, Step } from "@deskrl/domain";
import type { EpisodeAssignment, JournalRecord } from "@deskrl/protocol";
import type { Evaluator, SetUpInput } from "@deskrl/tasks";
import type { PictureStore } from "../observation/take-picture.ts";
import type { Policy } from "../types.ts";
import type { PauseGate } from "./pause-gate.ts";

/** Brings a clean desktop to the start of a task. Throws an AppError when it cannot: then nothing is played. */
export type SetUp = (input: SetUpInput) => Promise<void>;

export interface RunEpisodeOptions {
  episodeId: string;
  assignment: EpisodeAssignment;
  environmentId: string;
  provider: Pick<EnvironmentProvider, "reset">;
  policy: Policy;
  evaluator: Evaluator;
  setUp: SetUp;
  /** Resolves once the record is on disk; the next step begins only then. */
  record: (record: JournalRecord) => Promise<void>;
  pictures: PictureStore;
  pauseGate: PauseGate;
  /**
   * Ends the episode early. Reason: an `InvalidEpisodeError` (it ends invalid with that cause), or an AppError `fenced`
   * (it stops at once and nothing more is recorded).
   */
  signal: AbortSignal;
  /** Space of the policy's coordinates; device pixels by default. */
  coordinateSpace?: CoordinateSpace;
  clock?: () => Date;
  newId?: typeof newId;
  /** Milliseconds of a clock that never goes back. @default performance.now */
  now?: () => number;
  /** Told of each step once it is recorded. */
  onStep?: (timed: TimedStep) => void;
}

/** A recorded step and where its time went. */
export interface TimedStep {
  step: Step;
  /** From the start of its observation until it was recorded. */
  wallMs: number;
  /** What the guest itself spent on the action. */
  guestMs: number;
  /** What the policy spent on its answer. */
  policyMs: number;
}

/** What the parts of a running episode share. */
export type EpisodeContext = Required<Omit<RunEpisodeOptions, "provider" | "setUp" | "evaluator">>;
