import type { TrainerJob } from "@deskrl/protocol";
import type { Trainer, TrainerProgress } from "@deskrl/training";
import type { JobInputs } from "./job-inputs.ts";

/** What makes trainers: the one that learns, or another that speaks the same protocol. */
export interface TrainingBackend {
  /**
   * A trainer at the beginning of its phase, or, with a checkpoint of this phase, at exactly its step.
   * @param onPrepare told how far the preparation is, where there is much to prepare: a long silence counts as a stall
   * @throws AppError `checkpoint_invalid`, `invalid_input`
   */
  create(
    job: TrainerJob,
    inputs: JobInputs,
    onPrepare: (progress: TrainerProgress) => void,
  ): Promise<Trainer>;
  /** Loads a checkpoint that was just saved, to see that it can be. @throws AppError `checkpoint_invalid` */
  verify(bytes: Uint8Array, job: TrainerJob, inputs: JobInputs): Promise<void>;
}
