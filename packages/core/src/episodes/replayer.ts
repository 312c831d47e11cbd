import type { ActionOutcome, Observation, Point, ToolCall, TrainingSpec } from "@deskrl/domain";

/** A simulated episode as it is kept: where it began and what was done. */
export interface KeptEpisode {
  suite: TrainingSpec["suite"];
  actionSpace: TrainingSpec["actionSpace"];
  taskKey: string;
  seed: number;
  /** Code lines, in order. */
  actions: readonly string[];
}

/** A step played again. */
export interface ReplayedStep {
  observation: Observation;
  call: ToolCall;
  points: readonly Point[];
  outcome: ActionOutcome;
  result: string;
}

/** Does to simulated desktops again what was done to them; the same seed and actions give the same screens. */
export interface Replayer {
  /** @throws AppError `not_found` */
  replay(episode: KeptEpisode): ReplayedStep[];
  /**
   * The screen before the action of an index: a PNG, or with `width` a JPEG of so many pixels across. The index after
   * the last is the end. @throws AppError `not_found`
   */
  picture(episode: KeptEpisode, index: number, options?: { width?: number | undefined }): Promise<Uint8Array>;
  /**
   * The screen that recordings of a simulated desktop, first to last, lead to; each is a `ScreenRecording` as JSON.
   * @throws AppError when they are incomplete, cannot be read or lead elsewhere in this release
   */
  drawn(recordings: readonly string[], options?: { width?: number | undefined }): Promise<Uint8Array>;
}
