import type { PhaseKind, PhaseSettings, PhaseStart } from "@deskrl/domain";
import type { NetworkShape } from "@deskrl/learning";
import type { GroupSummary, PlayedEpisode, PoolReport } from "@deskrl/protocol";

export type { GroupSummary, PlayedEpisode, PlayedStep, PoolReport } from "@deskrl/protocol";

/** Which tasks a task belongs to: trained on, or held out by parameters, by phrasing, or by whole template. */
export type Split = PlayedEpisode["split"];
export const SPLITS: readonly Split[] = ["train", "params", "phrasing", "template"];

/** Tasks of `office-gen`: the same spec, the same tasks. */
export interface SuiteSpec {
  seed: number;
  trainTasks: number;
  /** Of each held-out split. */
  heldOutTasks: number;
}

/** All that a phase needs. Two trainers made from equal options do the same, bit for bit. */
export interface TrainerOptions {
  kind: PhaseKind;
  /** Names the phase; part of the identity of its episodes. */
  phaseId: string;
  /** By name of the catalog `SETTINGS[kind]`; what is left out has its default. */
  settings: PhaseSettings;
  suite: SuiteSpec;
  actionSpace: "api-gui" | "gui";
  seed: number;
  /** Checkpoint of the phase before (any kind); null for a fresh policy. */
  start: Uint8Array | null;
  /** What is taken over from `start`. Fresh weights have a fresh optimiser and reference whatever else is asked. */
  startFrom: PhaseStart;
  /**
   * Successes of RL phases, for `entropulse`: `Trainer.pool()` of each. When there is none, the pool inside `start` is
   * taken: the checkpoint of an RL phase carries the pool of that phase.
   */
  pools: readonly Uint8Array[];
  /** Number of the policy version this phase begins with. @default what `start` says, or 0 */
  policyVersion?: number;
  /** The phase pauses itself when more than this share of an iteration's episodes is invalid. */
  invalidLimit: number;
  /** Of the network, where it is made anew; a checkpoint has its own. @default the one of the experiments, 2^18 rows × 4 */
  shape?: NetworkShape;
  /** For tests of faults: called before each episode; what it throws makes that episode invalid. */
  beforeEpisode?: (about: { iteration: number; group: number; member: number; retry: number }) => void;
  /** Told how far the making of a trainer has come: Entropulse replays its pool then, which can take long. */
  onPrepare?: (progress: TrainerProgress) => void;
  /** Milliseconds of a monotonic clock, for the `perf/` metrics only. @default performance.now */
  now?: () => number;
}

/** One unit of work: an RL iteration, an SFT chunk, a chunk of evaluation. */
export interface TrainerYield {
  /** Units done, this one included: 1, 2, … */
  step: number;
  plannedSteps: number;
  /** Canonical names; a metric that has no value in this unit is left out. */
  metrics: Record<string, number>;
  episodes: PlayedEpisode[];
  groups: GroupSummary[];
  policyVersion: number;
  /** Decisions consumed so far, of rollouts or of the SFT's data: the data cursor. */
  dataCursor: number;
  done: boolean;
  /** Set when the trainer asks to be paused; it goes on when asked for the next unit all the same. */
  pauseReason: "invalid_fraction" | null;
  /** With each unit of an `entropulse` phase: what its data are made of. */
  poolReport: PoolReport | null;
  /** With the last unit of an `eval` phase: success and entropy by split, named as in `metrics`. */
  evaluation: Record<string, number> | null;
}

/** What a resume put back, each part named. */
export interface Restored {
  step: number;
  optimiser: boolean;
  reference: boolean;
  random: boolean;
  dataCursor: number;
  policyVersion: number;
}

/**
 * A phase being carried out. Work happens in `next` only, one unit a call, each a fraction of a second to a few seconds.
 */
export interface Trainer {
  readonly kind: PhaseKind;
  readonly step: number;
  readonly plannedSteps: number;
  readonly policyVersion: number;
  readonly done: boolean;
  /** Set on a trainer that was made from a checkpoint of its own phase. */
  readonly restored: Restored | null;
  /**
   * Does one unit; null when the phase is done.
   * @throws AppError `trainer_diverged` when loss or gradient is not finite: that update is not applied, and the
   *   trainer stands as before the unit; `cancelled` when the signal aborts: then it must not be used any more
   */
  next(options?: {
    signal?: AbortSignal;
    onProgress?: (progress: TrainerProgress) => void;
  }): Promise<TrainerYield | null>;
  /** All that is needed to go on: weights, reference, optimiser, random state, data cursor, step, pool. */
  checkpoint(): Uint8Array;
  /** Successes of this RL phase so far; null for other kinds. */
  pool(): Uint8Array | null;
}

export interface TrainerProgress {
  done: number;
  total: number;
  what: string;
}

/** What a checkpoint says of itself, without its arrays. */
export interface CheckpointHeader {
  kind: PhaseKind;
  phaseId: string;
  step: number;
  plannedSteps: number;
  done: boolean;
  policyVersion: number;
  dataCursor: number;
  /** Of kind, settings, suite, action space, seed and start: a checkpoint goes on only with the options it was made with. */
  optionsHash: string;
  weights: number;
  hasPool: boolean;
}

export interface SettingSpec {
  name: string;
  label: string;
  default: number | string | boolean;
  /** Of numbers. */
  min?: number;
  max?: number;
  integer?: boolean;
  /** Of strings. */
  choices?: readonly string[];
  /** Where the default comes from: the paper, another public configuration, or our own experiments. */
  origin: "paper" | "public config" | "ours";
  note: string;
}
